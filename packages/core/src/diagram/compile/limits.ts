/** More nodes than this are refused once loops and cycles are copied (diagram.md 2). */
export const mostNodes = 10_000;

/** What the simple mode holds (diagram.md 2, modes). */
export const mostSimpleNodes = 15;
