import { globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Endpoint } from '../packages/contract/src/endpoint.ts'
import { relationTable } from '../apps/server/src/testing/relation-rights.ts'
import {
  NO_POSTS,
  NO_SUBSCRIPTION,
  readFeatureRights,
  readTable,
  type RightsRow,
} from '../apps/server/src/testing/rights.ts'
import { FROM_ELSEWHERE, sharedRights } from '../apps/server/src/testing/app-rights.ts'

// npm run rights: writes docs/rights.md, the permission tables in words for moderators. app.test.ts and
// relations.test.ts verify the tables against the running server.
const root = dirname(import.meta.dirname)

const featureNames: Record<string, string> = {
  admin: 'Running a community',
  audit: 'The record of who did what',
  blocks: 'Blocking somebody',
  chat: 'Messages',
  community: 'Finding a community',
  deals: 'Good deals',
  digests: 'Mails of what was missed',
  feed: 'Posts, answers and the calendar',
  information: 'What a community tells of itself',
  installation: 'The installation',
  leaving: 'Leaving, and taking one’s data along',
  media: 'Pictures',
  moderation: 'Reports, decisions and appeals',
  notifications: 'Notifications',
  people: 'Other people',
  profile: 'One’s own profile and stay',
  publish: 'Writing posts and templates',
  push: 'Notifications on a device',
  session: 'Coming in and going out',
  setup: 'Setting an installation up',
  weather: 'Weather',
  house: 'The server itself',
}

const columnNames: Record<string, string> = {
  nobody: 'Nobody signed in',
  guest: 'Guest',
  neighbor: 'Neighbour',
  advertiser: 'Professional',
  employee: 'Employee',
  administrator: 'Administrator',
  webmaster: 'Webmaster',
  newcomer: 'Has not saved the profile',
  stranger: 'Administrator elsewhere',
  as: 'Asked by',
  own: 'Their own',
  same: 'A neighbour’s',
  elsewhere: 'Another community’s',
  blocker: 'Of who has blocked them',
  left: 'Of who has left',
  shutout: 'Own, once shut out',
  gone: 'Own, once they have left',
}

/** The text of a cell, and its explanation in the legend. */
const refusals: Record<string, [word: string, meaning: string]> = {
  '.': ['✓', 'is answered, or done'],
  nosession: ['sign in', 'one has to sign in first'],
  guestforbidden: ['members only', 'a guest reads, and becomes a member for more'],
  forbidden: ['no', 'what it is about may be seen, but this is not theirs to do'],
  error404: ['not there', 'is told that there is nothing, so that nobody learns of what is not theirs'],
  unauthorized: ['nobody', 'is told that nobody is signed in'],
  tokenexpired: ['link over', 'the link that they were sent is none, or no longer one'],
  proofneeded: ['prove it', 'has to show first that it is them, by password or by mail'],
  missingpassword: ['password', 'has to give the password'],
  laststaff: ['hand over', 'works for the community, and hands the role over first'],
  dealchanged: ['changed', 'it is not as they saw it any more'],
  badrequest: ['checked', 'may, but what was sent in this trial is refused: a picture that is not theirs, or none'],
  confirmaddresserror: ['profile', 'has to fill the profile in first'],
  pseudoduplicate: ['taken', 'somebody has this name here'],
  accommodationmandatory: ['place', 'there is no such place in their community'],
  weatherunavailable: ['✓', ''],
}
const roleName = (cell: string) => columnNames[cell] ?? null

/** Summaries of routes that are not endpoints of the contract. */
const otherSummaries: Record<string, string> = {
  'GET /healthz': 'Whether the server runs',
  'GET /.well-known/assetlinks.json': 'Which app for Android opens its links',
  'GET /.well-known/apple-app-site-association': 'Which app for iOS opens its links',
  'GET /readyz': 'Whether it can answer: its database is there',
  'GET /metrics': 'Its figures, for whoever runs it',
  'GET /docs/api': 'The API as an OpenAPI document',
  'GET /docs/mails': 'The mails of the demo world, which go to nobody: on the machine alone on which it runs',
  'POST /digests/stop/:token': 'One click in a mail program stops the mails of what was missed',
  'GET /digests/stop/:token': 'The same address, opened as a page: leads to where one tap stops them',
  'GET /calendar/:file': 'The calendar of one person, for a calendar app that was given its address',
  'GET /communities/:id/welcome.pdf': 'The welcome paper of a community',
  'GET /globalinformations/terms.pdf': 'The terms of use as a paper',
  'GET /api/user/export/file': 'One’s own data, once the file is made',
  'GET /media/:id/:size': 'A picture',
  'GET /media/:id/preview.jpg': 'A picture that everybody may see, as JPEG',
  'POST /api/auth/apple/callback': 'Apple answers a sign-in here',
  'GET /media/picto/:name': 'A pictogram',
}

/** All endpoints of the contract. */
export const readEndpoints = async (): Promise<Endpoint[]> => {
  const modules = await Promise.all(
    globSync('packages/contract/src/*.ts', { cwd: root })
      .filter(file => !file.endsWith('.test.ts'))
      .map(file => import(join(root, file)) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap(module => Object.values(module))
    .filter((one): one is Endpoint => typeof one === 'object' && one !== null && 'summary' in one && 'path' in one)
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Summaries by method and path. */
const summariesOf = (endpoints: readonly Endpoint[]): ReadonlyMap<string, string> =>
  new Map([...Object.entries(otherSummaries), ...endpoints.map((one): [string, string] => [nameOf(one), one.summary])])

const escape = (text: string) => text.replaceAll('|', '\\|')
const caseOf = (name: string) => /\((.*)\)$/.exec(name)?.[1]

/** Cases that refer to nothing of the community of all the other columns. */
const ownCases = new Set([
  "another community's",
  "the catalogue's",
  'a moment',
  'a request',
  'a message',
  NO_POSTS,
  NO_SUBSCRIPTION,
])

/**
 * Whether the call refers to nothing of the others' community, so that an administrator from elsewhere gets an answer
 * about their own.
 */
const isAboutTheirOwn = ({ name, route, cells }: RightsRow): boolean => {
  const asked = caseOf(name)
  const isPublic = cells.get('nobody') === '.'
  return !isPublic && (asked === undefined ? !route.includes(':') : ownCases.has(asked))
}

/** A qualification after the word of a cell. */
const addition = (row: RightsRow, column: string, word: string, rows: readonly RightsRow[]): string => {
  if (word !== '✓' && word !== 'checked') return ''
  if (column === 'stranger' && isAboutTheirOwn(row)) return ' their own'
  return rows.some(({ name }) => name === `${row.name} (${FROM_ELSEWHERE})`) ? ' on this machine' : ''
}

/** Throws for a call without a summary, and for a refusal without an explanation. */
const printTable = (rows: readonly RightsRow[], summaries: ReadonlyMap<string, string>): string => {
  const columns = [...rows[0]!.cells.keys()]
  const lines = rows.map((row, at) => {
    const { name, route, cells } = row
    const summary = summaries.get(route)
    if (!summary) throw new Error(`${route} has no summary`)
    // Several cases of one call show its summary once.
    const head = rows[at - 1]?.route === route ? '' : `${escape(summary)}<br>\`${route}\` `
    const words = [...cells].map(([column, cell]) => {
      const word = cell === '-' ? '–' : (roleName(cell) ?? refusals[cell]?.[0])
      if (!word) throw new Error(`${name} refuses with ${cell}, which has no explanation in the legend`)
      return `${word}${addition(row, column, word, rows)}`
    })
    return `| ${head}${caseOf(name) ? `*${escape(caseOf(name)!)}*` : ''} | ${words.join(' | ')} |`
  })
  const names = columns.map(column => columnNames[column] ?? column)
  return [`| What is asked | ${names.join(' | ')} |`, `|${' --- |'.repeat(columns.length + 1)}`, ...lines].join('\n')
}

export interface Tables {
  features: readonly { feature: string; table: string }[]
  relations: string
}

export const readTables = async (): Promise<Tables> => ({
  features: [...(await readFeatureRights()), { feature: 'house', table: sharedRights.table }],
  relations: relationTable,
})

/** What suspended members may still do, from the contract. */
const printSuspended = (endpoints: readonly Endpoint[]): string => {
  const named = (which: Endpoint['allowSuspended']) =>
    endpoints
      .filter(one => one.access !== 'public' && one.method !== 'GET' && one.allowSuspended === which)
      .map(one => `| ${escape(one.summary)}<br>\`${nameOf(one)}\` | ${which === 'partial' ? 'password alone' : '✓'} |`)
      .toSorted()
  return ['| What is asked | Somebody suspended |', '| --- | --- |', ...named('partial'), ...named(true)].join('\n')
}

/** The content of `docs/rights.md`. */
export const printRights = ({ features, relations }: Tables, endpoints: readonly Endpoint[]): string => {
  const summaries = summariesOf(endpoints)
  const legend = Object.values(refusals).filter(([, meaning]) => meaning)
  const sections = features.map(({ feature, table }) => {
    const title = featureNames[feature]
    if (!title) throw new Error(`the feature ${feature} has no name for readers`)
    return { title, text: `## ${title}\n\n${printTable(readTable(table), summaries)}` }
  })
  return `# Who may do what

Written by \`npm run rights\` from the tables that stand beside the code; a test fails when this page is not theirs, and two
others ask the running server every cell of it with every commit (\`npm test -- --project server src/app.test src/relations\`). A call that is missing here
fails them too.

Each line is one thing that can be asked of the server, in words and as its address; what follows in *italics* is the case. A *neighbour* is a member who
lives in the community, a *professional* offers good deals in it, *employees* and *administrators* run it, a *webmaster* keeps the installation. An
administrator of another community is the last column: what a call names belongs to the community of all the others. A call that names nothing is
about who asks and *their own* community, and that cell says so: nobody reads the members of a community by being an administrator of another one.

| In a cell | it means that who asks |
| --- | --- |
${legend.map(([word, meaning]) => `| ${word} | ${meaning} |`).join('\n')}
| ✓ their own | is answered about themselves and their own community, never about that of the others |
| ✓ on this machine | is answered where the server itself runs, and nowhere else |
| – | cannot come to this: it is nobody’s in particular, or the team is not blocked and hands over before it leaves |

${sections.map(({ text }) => text).join('\n\n')}

## Who is suspended

Whom the team has suspended for some days reads as before, and of what changes something may do what stands here. Everything else that any table above
allows them is refused with the key \`suspended\`. *Password alone*: nothing that others see of a profile becomes another meanwhile.

${printSuspended(endpoints)}

## Whose it is

The same again for every call that names somebody’s thing: a post, a message, a picture, a person, a place. *Asked by* is who asks; the other columns
say whose it is. Whoever was shut out by an administrator, or has left, is signed out everywhere.

${printTable(readTable(relations), summaries)}
`
}

if (import.meta.main)
  writeFileSync(join(root, 'docs/rights.md'), printRights(await readTables(), await readEndpoints()))
