/** Reads other tools' YAML and JSON: each document by the fastest reader that reads it as the complete one would. */
import { sizeFault } from './importLimits';
import { readLocatedJson } from './locatedJson';
import { readCompleteYaml, type Located, type YamlReading } from './locatedYaml';
import { readPlainDocument } from './plainLocatedYaml';

/** Every document of the text. Documents with mistakes are skipped and reported. Never throws because of the text. */
export function readLocatedYaml(file: string, text: string): YamlReading {
  const fault = sizeFault(text);
  if (fault !== null) return { documents: [], mistakes: [{ file, line: 1, column: 1, message: fault }] };
  const plain = text.replaceAll('\r\n', '\n');
  const parts = documentsIn(plain);
  if (parts === null) return readCompleteYaml(file, plain, 1);
  const reading: YamlReading = { documents: [], mistakes: [] };
  for (const { content, firstLine } of parts) {
    const root = fastRoot(file, content, firstLine);
    if (root === undefined) {
      const { documents, mistakes } = readCompleteYaml(file, content, firstLine);
      reading.documents.push(...documents);
      reading.mistakes.push(...mistakes);
    } else if (root !== null) reading.documents.push(root);
    // Behind hyphens there is a document even if it is empty.
    else if (firstLine > 1) reading.documents.push({ value: null, position: { file, line: firstLine - 1, column: 4 } });
  }
  return reading;
}

/** Null for an empty document; undefined if only the complete parser can tell. */
function fastRoot(file: string, content: string, firstLine: number): Located | null | undefined {
  if (!/^\s*[{[]/.test(content)) return readPlainDocument(file, content, firstLine);
  const { root, hasRepeatedKey } = readLocatedJson(file, content, firstLine);
  return hasRepeatedKey === false ? root : undefined;
}

interface DocumentText {
  content: string;
  firstLine: number;
}

/**
 * The documents between lines of three hyphens, which nothing in a document can contain. Null if there are directives, ends of documents or
 * content on such a line: then their borders are for the complete parser to find.
 */
function documentsIn(text: string): DocumentText[] | null {
  if (/^(?:%|\.\.\.(?:\s|$)|---[ \t]+[^\s#])/m.test(text)) return null;
  const parts: DocumentText[] = [];
  let [start, firstLine, line] = [0, 1, 1];
  for (let at = 0; at !== -1;) {
    const end = text.indexOf('\n', at);
    if (/^---(?:[ \t].*)?$/.test(text.slice(at, end === -1 ? text.length : Math.min(end, at + 200)))) {
      parts.push({ content: text.slice(start, at), firstLine });
      start = end === -1 ? text.length : end + 1;
      firstLine = line + 1;
    }
    line += 1;
    at = end === -1 ? -1 : end + 1;
  }
  parts.push({ content: text.slice(start), firstLine });
  return parts;
}
