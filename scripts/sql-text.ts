import { NOT_LITERAL } from './parsed-source.ts'

/** Stands for an interpolated value in a text. */
export const PLACEHOLDER = '\uE000'

const word = `(?:"(?:[^"]|"")*"|[\\p{L}\\p{N}_$${PLACEHOLDER}]+)`
const name = `(?:u&)?${word}(?:\\s*\\.\\s*${word})*|$`
const space = `(?:\\s+|(?=["${PLACEHOLDER}])|$)`
const table = `${space}(?:if\\s+exists${space})?(?:only${space})?(${name})`
const tables = `${space}(?:if\\s+exists${space})?((?:only${space})?(?:${name})(?:\\s*\\*?\\s*,\\s*(?:only${space})?(?:${name}))*)`
const selectIntoOptions = `(?:\\s+(?:temp|temporary|unlogged|table))*`
const columns = `(?:\\s*\\([^)]*\\))?`
const alias = `(?:\\s*\\*)?(?:\\s+as${space}${word}|\\s*${word})?`
const set = `(?:\\s+|(?<="))set\\b`
/** `for update`, `do update`, `on update` and the like are not followed by a table. */
const notAfterLock = `(?<!\\b(?:for|key|do|on)\\s+)`

const patternsOf = (...forms: string[]) => forms.map(form => new RegExp(form, 'giu'))

/** Finds statements that write rows, in any text: only forms that cannot occur in prose. */
const writeForms = patternsOf(
  `\\b(?:insert|merge)\\s+into${table}`,
  `\\bselect\\b[^;]*?\\binto${selectIntoOptions}${table}`,
  `\\bdelete\\s+from${table}`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}${alias}${set}`,
  `\\btruncate(?:\\s+table)?${tables}`,
  `\\bcopy${table}${columns}\\s+from\\b`,
)

/** Finds further forms, in texts that are known to be SQL. */
const sqlWriteForms = patternsOf(
  `\\binto${selectIntoOptions}${table}`,
  `\\b(?:insert|merge|delete|copy)\\s*(${PLACEHOLDER})`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}`,
)

const createForms = patternsOf(`\\bcreate\\s+(?:\\w+\\s+){0,2}table(?:\\s+if\\s+not\\s+exists)?${space}(${name})`)
const alterForms = patternsOf(`\\b(?:alter|drop)\\s+table${tables}`)

/** Removes nested comments from the innermost outwards. */
const withoutComments = (sql: string, comment: RegExp): string => {
  const shorter = sql.replace(comment, found => (found.startsWith("'") ? found : ' '))
  return shorter === sql ? sql : withoutComments(shorter, comment)
}
const comments = String.raw`\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\/|--[^\n]*`
/**
 * A comment marker may be within quotes, and a quote within a comment: both readings are searched, so that neither
 * hides a statement.
 */
const readings = (sql: string) =>
  [comments, `'(?:[^']|'')*'|${comments}`].map(patternsOf => withoutComments(sql, new RegExp(patternsOf, 'g')))

const normalizeTableName = (tableName: string): string => {
  if (tableName === '' || tableName.includes(PLACEHOLDER) || /^u&/i.test(tableName)) return NOT_LITERAL
  const words = [...tableName.matchAll(new RegExp(word, 'gu'))].map(([found]) =>
    found.startsWith('"') ? found.slice(1, -1) : found.toLowerCase(),
  )
  return (words[0] === 'public' ? words.slice(1) : words).join('.')
}

const findTables = (text: string, forms: readonly RegExp[]): string[] => [
  ...new Set(
    readings(text)
      .flatMap(reading => forms.flatMap(form => [...reading.matchAll(form)]))
      .flatMap(([, list]) =>
        list!.split(',').map(one =>
          normalizeTableName(
            one
              .trim()
              .replace(/^only(?=[\s"])/i, '')
              .trim(),
          ),
        ),
      ),
  ),
]

/** Tables to which a text writes as SQL; `?` for an interpolated name. `isSql`: the text is known to be SQL. */
export const findWrittenTables = (text: string, isSql: boolean): string[] =>
  findTables(text, isSql ? [...writeForms, ...sqlWriteForms] : writeForms)

/** Tables that a text creates. */
export const findCreatedTables = (text: string): string[] => findTables(text, createForms)

/** Tables that a text alters or drops. */
export const findAlteredTables = (text: string): string[] => findTables(text, alterForms)
