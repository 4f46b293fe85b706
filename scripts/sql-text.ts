import { UNREADABLE } from './parsed-source.ts'

/** Stands for an interpolated value in a text. */
export const PLACEHOLDER = '\uE000'

const word = `(?:"(?:[^"]|"")*"|[\\p{L}\\p{N}_$${PLACEHOLDER}]+)`
const name = `(?:u&)?${word}(?:\\s*\\.\\s*${word})*|$`
const gap = `(?:\\s+|(?=["${PLACEHOLDER}])|$)`
const table = `${gap}(?:if\\s+exists${gap})?(?:only${gap})?(${name})`
const tables = `${gap}(?:if\\s+exists${gap})?((?:only${gap})?(?:${name})(?:\\s*\\*?\\s*,\\s*(?:only${gap})?(?:${name}))*)`
const madeBySelect = `(?:\\s+(?:temp|temporary|unlogged|table))*`
const columns = `(?:\\s*\\([^)]*\\))?`
const alias = `(?:\\s*\\*)?(?:\\s+as${gap}${word}|\\s*${word})?`
const set = `(?:\\s+|(?<="))set\\b`
/** `for update`, `do update`, `on update` and the like are not followed by a table. */
const notAfterLock = `(?<!\\b(?:for|key|do|on)\\s+)`

const all = (...forms: string[]) => forms.map(form => new RegExp(form, 'giu'))

/** Statements that write rows, in any text: only forms that cannot be prose. */
const writes = all(
  `\\b(?:insert|merge)\\s+into${table}`,
  `\\bselect\\b[^;]*?\\binto${madeBySelect}${table}`,
  `\\bdelete\\s+from${table}`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}${alias}${set}`,
  `\\btruncate(?:\\s+table)?${tables}`,
  `\\bcopy${table}${columns}\\s+from\\b`,
)

/** Further forms, in texts known to be SQL. */
const writesOfSql = all(
  `\\binto${madeBySelect}${table}`,
  `\\b(?:insert|merge|delete|copy)\\s*(${PLACEHOLDER})`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}`,
)

const makes = all(`\\bcreate\\s+(?:\\w+\\s+){0,2}table(?:\\s+if\\s+not\\s+exists)?${gap}(${name})`)
const changes = all(`\\b(?:alter|drop)\\s+table${tables}`)

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
  [comments, `'(?:[^']|'')*'|${comments}`].map(all => withoutComments(sql, new RegExp(all, 'g')))

const tableOf = (written: string): string => {
  if (written === '' || written.includes(PLACEHOLDER) || /^u&/i.test(written)) return UNREADABLE
  const words = [...written.matchAll(new RegExp(word, 'gu'))].map(([found]) =>
    found.startsWith('"') ? found.slice(1, -1) : found.toLowerCase(),
  )
  return (words[0] === 'public' ? words.slice(1) : words).join('.')
}

const find = (text: string, forms: readonly RegExp[]): string[] => [
  ...new Set(
    readings(text)
      .flatMap(reading => forms.flatMap(form => [...reading.matchAll(form)]))
      .flatMap(([, list]) =>
        list!.split(',').map(one =>
          tableOf(
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
export const tablesWritten = (text: string, isSql: boolean): string[] =>
  find(text, isSql ? [...writes, ...writesOfSql] : writes)

/** Tables that a text creates. */
export const tablesMade = (text: string): string[] => find(text, makes)

/** Tables that a text alters or drops. */
export const tablesChanged = (text: string): string[] => find(text, changes)
