export { type Place, type Position, positionAt, type Source, type SourceFile, sourceFile } from "./text/source-file.ts";
