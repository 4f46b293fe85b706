import { UNREADABLE } from './parsed-source.ts'

/** Stands in a text for what is put in as the program runs. */
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
/** Where `update` locks rows, answers a conflict or belongs to a foreign key, no table follows. */
const notAfterLock = `(?<!\\b(?:for|key|do|on)\\s+)`

const all = (...forms: string[]) => forms.map(form => new RegExp(form, 'giu'))

/** What writes rows, in a text that may be any: forms that nothing but SQL has. */
const writes = all(
  `\\b(?:insert|merge)\\s+into${table}`,
  `\\bselect\\b[^;]*?\\binto${madeBySelect}${table}`,
  `\\bdelete\\s+from${table}`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}${alias}${set}`,
  `\\btruncate(?:\\s+table)?${tables}`,
  `\\bcopy${table}${columns}\\s+from\\b`,
)

/** What writes rows, in a text that is known to be SQL. */
const writesOfSql = all(
  `\\binto${madeBySelect}${table}`,
  `\\b(?:insert|merge|delete|copy)\\s*(${PLACEHOLDER})`,
  `${notAfterLock}\\bupdate(?!\\s+set\\b)${table}`,
)

const makes = all(`\\bcreate\\s+(?:\\w+\\s+){0,2}table(?:\\s+if\\s+not\\s+exists)?${gap}(${name})`)
const changes = all(`\\b(?:alter|drop)\\s+table${tables}`)

/** Comments inside each other go from the innermost out. */
const withoutComments = (sql: string, comment: RegExp): string => {
  const shorter = sql.replace(comment, found => (found.startsWith("'") ? found : ' '))
  return shorter === sql ? sql : withoutComments(shorter, comment)
}
const comments = String.raw`\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\/|--[^\n]*`
/**
 * What begins a comment may stand in quotes, and a quote in a comment: read both ways, nothing hides behind the other.
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

/**
 * The tables that a text writes as SQL; `?` for one whose name is put in. `isSql` where the text is known to be SQL.
 */
export const tablesWritten = (text: string, isSql: boolean): string[] =>
  find(text, isSql ? [...writes, ...writesOfSql] : writes)

/** The tables that a text makes. */
export const tablesMade = (text: string): string[] => find(text, makes)

/** The tables that a text alters or drops. */
export const tablesChanged = (text: string): string[] => find(text, changes)
