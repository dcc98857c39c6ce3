import { UsageError } from "./exit.ts";
import { type Reader, string } from "./json-reader.ts";

/** A function of a module of the project. */
export interface HandlerReference {
  /** Relative to the project, as it is written. */
  readonly file: string;
  readonly export: string;
}

/** `./file.mjs#export`; that the file is there is known when it is loaded. */
export const handlerReference: Reader<HandlerReference> = (value, where) => {
  const text = string(value, where);
  const hash = text.lastIndexOf("#");
  const [file, name] = [text.slice(0, hash), text.slice(hash + 1)];
  if (hash < 1 || name === "")
    throw new UsageError(`${where} must name a file and what it exports`, 'write "./file.mjs#export"');
  if (!/^\.\/.*\.(mjs|js|cjs)$/s.test(file))
    throw new UsageError(
      `${where} must name a module of the project`,
      'write "./file.mjs#export": it begins with ./ and ends in .mjs, .js or .cjs',
    );
  return { file, export: name };
};
