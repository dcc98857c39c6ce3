import type { IncomingMessage } from "node:http";
import { TextDecoder } from "node:util";
import { refuse, ToolError } from "../tool-error.ts";

const textType = /^(?:text\/.+|application\/(?:json|xml|javascript|ecmascript|yaml|toml|x-yaml|x-ndjson|sql|graphql))$/;
const textSuffix = /\+(?:json|xml|yaml)$/;

/** The text of a response of at most `maxBytes`; refuses what is none (language.md 7.5). */
export async function textBody(response: IncomingMessage, url: URL, maxBytes: number): Promise<string> {
  const { "content-type": contentType = "", "content-encoding": encoding = "identity" } = response.headers;
  const { type, charset } = contentTypeOf(contentType);
  if (type !== "" && !textType.test(type) && !textSuffix.test(type)) refuse(`${url.href} is no text: ${type}`);
  if (encoding !== "identity") refuse(`${url.href} is compressed (${encoding}), though that was not asked for`);
  const decoder = decoderFor(charset, url);
  const bytes = await bodyOf(response, url, maxBytes);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (error) {
    throw new ToolError("refused", `${url.href} is no ${charset} text`, { cause: error });
  }
  // A NUL is the mark of a file that is no text, whatever its type says.
  return text.includes("\0") ? refuse(`${url.href} is no ${charset} text`) : text;
}

function contentTypeOf(header: string): { readonly type: string; readonly charset: string } {
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return { type, charset: charset?.replace(/^"|"$/g, "") ?? "utf-8" };
}

function decoderFor(charset: string, url: URL): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (error) {
    throw new ToolError("refused", `${url.href} is in an encoding that is not known: ${charset}`, { cause: error });
  }
}

async function bodyOf(response: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer> {
  const tooLong = () => new ToolError("failed", `${url.href} is longer than ${maxBytes} bytes ("max_bytes")`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLong();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBytes) throw tooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
