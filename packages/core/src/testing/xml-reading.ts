/** An element of a document that `readXml` has found well-formed. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const tag = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>/y;
const attribute = /\s+([A-Za-z][\w:.-]*)="([^"<]*)"/g;
// XML 1.0, production 2: what may stand in a document at all.
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const entity = /&(?:amp|lt|gt|quot|#39);|&/g;
const meanings: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The root of a document of elements, attributes and text; throws for whatever an XML parser would not take. */
export function readXml(document: string): XmlElement {
  if (!allowed.test(document)) throw new Error("a character that XML does not allow");
  const top: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [top];
  for (let at = 0; at < document.length; ) {
    const inside = open.at(-1) ?? top;
    if (document[at] !== "<") {
      const end = document.indexOf("<", at) === -1 ? document.length : document.indexOf("<", at);
      inside.text += decoded(document.slice(at, end));
      at = end;
      continue;
    }
    tag.lastIndex = at;
    const [whole, closing, name = "", attributes = "", empty] = tag.exec(document) ?? [];
    if (whole === undefined) throw new Error(`no tag: ${document.slice(at, at + 40)}`);
    at += whole.length;
    if (closing === "/") close(open, name);
    else {
      const element = { name, attributes: attributesIn(attributes), children: [], text: "" };
      inside.children.push(element);
      if (empty !== "/") open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== "")
    throw new Error("not one root that is closed");
  return root;
}

/** An element and all in it, in the order of the document. */
export function elementsIn(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(elementsIn)];
}

function close(open: Open[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
}

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of text.matchAll(attribute)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`two attributes ${name}`);
    attributes[name] = decoded(value);
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replace(entity, (code) => {
    const meaning = meanings[code];
    if (meaning === undefined) throw new Error(`& that begins no entity: ${text.slice(0, 40)}`);
    return meaning;
  });
}
