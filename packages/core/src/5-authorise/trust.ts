/** How far a document is trusted; the caller says, a document cannot (language.md 7.5). */
export type TrustLevel = "trusted" | "semi-trusted" | "untrusted";

export const trustLevels: readonly TrustLevel[] = ["trusted", "semi-trusted", "untrusted"];
