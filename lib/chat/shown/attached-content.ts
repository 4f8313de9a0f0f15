import type { FilePart, TextPart } from "ai";
import type { Attachment } from "#lib/chat/message.ts";
import type { Sight } from "#lib/chat/model-choice.ts";
import { shownTypes, whyUnseen } from "./sight.ts";

/** The content that a model gets for an attachment; where the model cannot take it in, the content says so. */
export function attachedContent(attachment: Attachment, sight: Sight): TextPart | FilePart {
  const { name, path = name, mediaType, bytes, text, data } = attachment;
  if (text !== undefined) return said(`[The person attached ${path}.]\n\n${text}\n\n[The end of ${path}.]`);
  const type = shownTypes.find((known) => known === mediaType);
  if (!type || data === undefined) return said(`[The person attached ${path}, which cannot be shown.]`);
  const unseen = whyUnseen(type, bytes, sight);
  if (unseen !== undefined) return said(`[The person attached ${path}, which ${unseen}. It is not shown.]`);
  return { type: "file", mediaType: type, filename: name, data: { type: "data", data } };
}

function said(text: string): TextPart {
  return { type: "text", text };
}
