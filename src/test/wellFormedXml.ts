/** Strictly checks a small XML document: elements nest, attributes are quoted, and every character is allowed where it is. */

const TEXT = String.raw`(?:[^<&\]\p{Cs}]|\](?!\]>)|&(?:amp|lt|gt|quot|apos);)`;
const VALUE = String.raw`"(?:[^<&"\p{Cs}]|&(?:amp|lt|gt|quot|apos);)*"`;
const TOKEN = new RegExp(String.raw`<(/?)([A-Za-z][\w.-]*)((?: [\w:.-]+=${VALUE})*)\s*(/?)>|(${TEXT}+)`, 'uy');

/** Returns the number of `testcase` elements. Throws for a document that a parser would refuse. */
export function assertWellFormed(document: string): number {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(document))
    throw new Error('There is a character that XML cannot contain.');
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!document.startsWith(declaration)) throw new Error('There is no declaration.');
  const open: string[] = [];
  let cases = 0;
  for (TOKEN.lastIndex = declaration.length; TOKEN.lastIndex < document.length;) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(document);
    if (found === null) throw new Error(`Not well-formed at ${document.slice(at, at + 40)}`);
    const [, slash, name = '', , isEmpty] = found;
    if (name === '') continue;
    if (name === 'testcase' && slash === '') cases++;
    if (slash === '/' && open.pop() !== name) throw new Error(`${name} is closed without being open.`);
    if (slash === '' && isEmpty === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} stays open.`);
  return cases;
}
