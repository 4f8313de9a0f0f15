/** The operator's settings of the front server, from the environment. `DEPLOY.md` explains each. */
export interface FrontSettings {
  readonly port: number;
  readonly host: string;
  /**
   * The number of proxies before this server, each of which appends to `X-Forwarded-For`; 0 where visitors connect
   * directly.
   */
  readonly trustedProxies: number;
  readonly accessLog: AccessLog;
  /** Where metrics are served; nowhere unless a port is set. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** `mailto:` and `https:` addresses for reports of security problems. */
  readonly securityContacts: readonly string[];
}

/** `routes` logs the kind of page, but not whose repository it shows. */
export type AccessLog = "off" | "routes" | "paths";

const accessLogs: readonly string[] = ["off", "routes", "paths"] satisfies AccessLog[];

/** @throws Error, one sentence about the variable, for an invalid value. */
export function frontSettings(environment: Readonly<Record<string, string | undefined>>): FrontSettings {
  const { HOST = "127.0.0.1", METRICS_HOST = "127.0.0.1", METRICS_PORT, ACCESS_LOG = "routes" } = environment;
  if (!isAccessLog(ACCESS_LOG)) throw invalid("ACCESS_LOG", ACCESS_LOG, "one of off, routes and paths");
  return {
    port: wholeNumber("PORT", environment.PORT ?? "3000", 65_535),
    host: HOST,
    trustedProxies: wholeNumber("TRUSTED_PROXIES", environment.TRUSTED_PROXIES ?? "0", 10),
    accessLog: ACCESS_LOG,
    metrics: METRICS_PORT ? { port: wholeNumber("METRICS_PORT", METRICS_PORT, 65_535), host: METRICS_HOST } : undefined,
    securityContacts: parseContacts(environment.SECURITY_CONTACT ?? ""),
  };
}

function isAccessLog(text: string): text is AccessLog {
  return accessLogs.includes(text);
}

function wholeNumber(name: string, text: string, most: number): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw invalid(name, text, `a whole number up to ${most}`);
}

function parseContacts(list: string): string[] {
  const contacts = list.split(",").map((entry) => entry.trim());
  for (const contact of contacts.filter(Boolean)) {
    if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
      throw invalid("SECURITY_CONTACT", contact, "an address such as mailto:security@school.example or https://…");
  }
  return contacts.filter(Boolean);
}

function invalid(name: string, value: string, wanted: string): Error {
  return new Error(`${name}: ${JSON.stringify(value)} is not ${wanted}.`);
}
