import type { JSONOutput } from "typedoc";

/** A type as TypeScript, with its members' docstrings as comments. @throws Error for a kind that it cannot write */
export function typeText(type: JSONOutput.SomeType | undefined, indent = ""): string {
  switch (type?.type) {
    case "intrinsic":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "reference":
      return referenceText(type, indent);
    case "array":
      return `${grouped(type.elementType, indent)}[]`;
    case "typeOperator":
      return `${type.operator} ${typeText(type.target, indent)}`;
    case "union":
      return unionText(type.types, indent);
    case "indexedAccess":
      return `${grouped(type.objectType, indent)}[${typeText(type.indexType, indent)}]`;
    case "mapped":
      return `{ [${type.parameter} in ${typeText(type.parameterType, indent)}]: ${typeText(type.templateType, indent)} }`;
    case "reflection":
      return objectText(type.declaration, indent);
    default:
      throw new Error(`No text is known for a type of the kind ${type?.type}: add it here.`);
  }
}

/** A docstring as one text. */
export function commentText(comment: JSONOutput.Comment | undefined): string {
  return partsText(comment?.summary ?? []);
}

/** The texts of a docstring's tags of one kind. */
export function tagTexts(comment: JSONOutput.Comment | undefined, tag: `@${string}`): readonly string[] {
  return (comment?.blockTags ?? []).filter((each) => each.tag === tag).map(({ content }) => partsText(content));
}

function partsText(parts: readonly JSONOutput.CommentDisplayPart[]): string {
  return parts
    .map(({ text }) => text)
    .join("")
    .trim();
}

function referenceText({ name, typeArguments }: JSONOutput.ReferenceType, indent: string): string {
  return typeArguments ? `${name}<${typeArguments.map((each) => typeText(each, indent)).join(", ")}>` : name;
}

/** An element's type, in parentheses if the suffix would otherwise apply to its last part only. */
function grouped(type: JSONOutput.SomeType, indent: string): string {
  const text = typeText(type, indent);
  return type.type === "union" || type.type === "typeOperator" ? `(${text})` : text;
}

function unionText(types: readonly JSONOutput.SomeType[], indent: string): string {
  const texts = types.map((each) => typeText(each, `${indent}    `));
  const line = texts.join(" | ");
  return line.includes("\n") || line.length > 100 ? texts.map((text) => `\n${indent}  | ${text}`).join("") : line;
}

/** On one line if its members are few and have no docstrings. */
function objectText({ children = [], indexSignatures = [] }: JSONOutput.DeclarationReflection, indent: string): string {
  const deeper = `${indent}  `;
  const members = [
    ...indexSignatures.map(({ parameters, type }) => {
      const [key] = parameters ?? [];
      return { about: "", text: `[${key?.name}: ${typeText(key?.type)}]: ${typeText(type, deeper)}` };
    }),
    ...children.map(({ name, flags, type, comment }) => ({
      about: commentText(comment),
      text: `${name}${flags.isOptional ? "?" : ""}: ${typeText(type, deeper)}`,
    })),
  ];
  const line = `{ ${members.map(({ text }) => text).join("; ")} }`;
  if (members.every(({ about }) => about === "") && line.length < 100 && !line.includes("\n")) return line;
  const lines = members.flatMap(({ about, text }) => [
    ...(about === "" ? [] : [`${deeper}/** ${about.replace(/\s+/g, " ")} */`]),
    `${deeper}${text};`,
  ]);
  return `{\n${lines.join("\n")}\n${indent}}`;
}
