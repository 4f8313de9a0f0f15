/**
 * Replaces the AI SDK's gateway in the package: models are passed as objects here, never by a name that the gateway would look up, and the
 * gateway with its sign-in weighs as much as the report.
 */
export class GatewayError extends Error {
  static isInstance(): boolean {
    return false;
  }
}
export class GatewayAuthenticationError extends GatewayError {}

export function createGateway(): never {
  throw new Error("There is no gateway here.");
}

export const gateway = undefined;
