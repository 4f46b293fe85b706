import { globSync } from 'node:fs'
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
import { FROM_ANOTHER_MACHINE, sharedRights } from '../apps/server/src/testing/app-rights.ts'

// The permission tables in words that moderators understand. app.test.ts and relations.test.ts verify the tables against a running server.
const root = dirname(import.meta.dirname)

const featureTitles: Record<string, string> = {
  admin: 'Running a community',
  audit: 'The audit log',
  blocks: 'Blocking a member',
  chat: 'Messages',
  community: 'Finding a community',
  deals: 'Good deals',
  digests: 'Digest mails',
  entry: 'Registering and logging in',
  feed: 'Posts, answers and the calendar',
  information: 'The information page of a community',
  installation: 'The installation',
  leaving: 'Leaving, deleting the account and exporting data',
  media: 'Pictures',
  membership: 'One’s membership',
  moderation: 'Reports, decisions and appeals',
  notifications: 'Notifications',
  people: 'Other people',
  profile: 'One’s own profile and stay',
  publish: 'Writing posts and templates',
  push: 'Notifications on a device',
  'second-factor': 'The second factor',
  session: 'One’s sessions',
  setup: 'Setting up an installation',
  weather: 'Weather',
  server: 'The server itself',
}

const columnNames: Record<string, string> = {
  nobody: 'Not signed in',
  guest: 'Guest',
  neighbor: 'Neighbour',
  advertiser: 'Professional',
  employee: 'Employee',
  administrator: 'Administrator',
  webmaster: 'Webmaster',
  newcomer: 'Has not saved the profile',
  stranger: 'Administrator elsewhere',
  as: 'Caller',
  own: 'Their own',
  same: 'A neighbour’s',
  elsewhere: 'Of another community',
  blocker: 'Of a member who blocked the caller',
  left: 'Of a member who has left',
  shutout: 'Own, after being disabled',
  gone: 'Own, after leaving',
}

/** The word for each cell of the tables, and its explanation in the legend. */
const cellTexts: Record<string, [word: string, meaning: string]> = {
  '.': ['✓', 'is allowed'],
  nosession: ['sign in', 'has to sign in first'],
  guestforbidden: ['members only', 'is a guest, who can only read and has to become a member'],
  forbidden: ['no', 'may see the thing, but may not do this'],
  error404: ['not there', 'gets “not found”, which does not reveal whether the thing exists'],
  unauthorized: ['nobody', 'gets the answer that nobody is signed in'],
  tokenexpired: ['link expired', 'has a link that is invalid or has expired'],
  proofneeded: ['prove it', 'has to confirm their identity first, by password or by mail'],
  missingpassword: ['password', 'has to enter the password'],
  laststaff: ['hand over', 'is on the team of the community and has to hand the role over first'],
  dealchanged: ['changed', 'sent a version of the deal that is out of date'],
  badrequest: [
    'checked',
    'is allowed, but the sample request of this test is invalid: its picture is missing or somebody else’s',
  ],
  confirmaddresserror: ['profile', 'has to complete the profile first'],
  pseudoduplicate: ['taken', 'asks for a name that is taken in this community'],
  accommodationmandatory: ['place', 'names a place that is not in their community'],
  weatherunavailable: ['✓', ''],
}
const roleName = (cell: string) => columnNames[cell] ?? null

/** Summaries of routes that are not endpoints of the contract. */
const otherSummaries: Record<string, string> = {
  'GET /healthz': 'Liveness check: whether the server runs',
  'GET /.well-known/assetlinks.json': 'The Android app that opens links of this server',
  'GET /.well-known/apple-app-site-association': 'The iOS app that opens links of this server',
  'GET /readyz': 'Readiness check: whether the database can be reached',
  'GET /metrics': 'Metrics for the operator',
  'GET /docs/api': 'The API as an OpenAPI document',
  'GET /docs/mails': 'The mails of the demo world, which are not sent; only on the machine of the server',
  'POST /digests/stop/:token': 'One-click unsubscribe from digest mails, by a mail program',
  'GET /digests/stop/:token': 'The same address opened in a browser: redirects to the page for unsubscribing',
  'GET /calendar/:file': 'The calendar feed of a member, for a calendar app',
  'GET /communities/:id/welcome.pdf': 'The welcome PDF of a community',
  'GET /globalinformations/terms.pdf': 'The terms of use as a PDF',
  'GET /api/user/export/file': 'The finished file of one’s data export',
  'GET /media/:id/:size': 'A picture',
  'GET /media/:id/preview.jpg': 'A public picture as JPEG',
  'POST /api/auth/apple/callback': 'Callback of Sign in with Apple',
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
const caseNameOf = (name: string) => /\((.*)\)$/.exec(name)?.[1]

/** Cases in which a request names nothing that belongs to the community of the other columns. */
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
 * Whether the request names nothing that belongs to the community of the other columns. If an administrator of another
 * community makes such a request, it is about the community of that administrator.
 */
const isAboutOwnCommunity = ({ name, route, cells }: RightsRow): boolean => {
  const caseName = caseNameOf(name)
  const isPublic = cells.get('nobody') === '.'
  return !isPublic && (caseName === undefined ? !route.includes(':') : ownCases.has(caseName))
}

/** Returns what to print after the word of a cell: to whom or where a permission is limited. */
const qualifierOf = (row: RightsRow, column: string, word: string, rows: readonly RightsRow[]): string => {
  if (word !== '✓' && word !== 'checked') return ''
  if (column === 'stranger' && isAboutOwnCommunity(row)) return ' their own'
  return rows.some(({ name }) => name === `${row.name} (${FROM_ANOTHER_MACHINE})`) ? ' on this machine' : ''
}

/** Returns a table as Markdown. Throws if a request has no summary or a refusal no explanation. */
const printTable = (rows: readonly RightsRow[], summaries: ReadonlyMap<string, string>): string => {
  const columns = [...rows[0]!.cells.keys()]
  const lines = rows.map((row, at) => {
    const { name, route, cells } = row
    const summary = summaries.get(route)
    if (!summary) throw new Error(`${route} has no summary`)
    // The summary of a call is printed once above all its cases.
    const head = rows[at - 1]?.route === route ? '' : `${escape(summary)}<br>\`${route}\` `
    const words = [...cells].map(([column, cell]) => {
      const word = cell === '-' ? '–' : (roleName(cell) ?? cellTexts[cell]?.[0])
      if (!word) throw new Error(`${name} refuses with ${cell}, which the legend does not explain`)
      return `${word}${qualifierOf(row, column, word, rows)}`
    })
    return `| ${head}${caseNameOf(name) ? `*${escape(caseNameOf(name)!)}*` : ''} | ${words.join(' | ')} |`
  })
  const names = columns.map(column => columnNames[column] ?? column)
  return [`| Request | ${names.join(' | ')} |`, `|${' --- |'.repeat(columns.length + 1)}`, ...lines].join('\n')
}

export interface RightsTables {
  features: readonly { feature: string; table: string }[]
  relations: string
}

export const readTables = async (): Promise<RightsTables> => ({
  features: [...(await readFeatureRights()), { feature: 'server', table: sharedRights.table }],
  relations: relationTable,
})

/** The changes that suspended members may still make, as a Markdown table; from the contract. */
const printSuspended = (endpoints: readonly Endpoint[]): string => {
  const rowsOf = (allowSuspended: Endpoint['allowSuspended']) =>
    endpoints
      .filter(one => one.access !== 'public' && one.method !== 'GET' && one.allowSuspended === allowSuspended)
      .map(
        one =>
          `| ${escape(one.summary)}<br>\`${nameOf(one)}\` | ${allowSuspended === 'partial' ? 'password only' : '✓'} |`,
      )
      .toSorted()
  return ['| Request | Suspended member |', '| --- | --- |', ...rowsOf('partial'), ...rowsOf(true)].join('\n')
}

/** The content of `docs/rights.md`. */
export const printRights = ({ features, relations }: RightsTables, endpoints: readonly Endpoint[]): string => {
  const summaries = summariesOf(endpoints)
  const legend = Object.values(cellTexts).filter(([, meaning]) => meaning)
  const sections = features.map(({ feature, table }) => {
    const title = featureTitles[feature]
    if (!title) throw new Error(`the feature ${feature} has no name for readers`)
    return { title, text: `## ${title}\n\n${printTable(readTable(table), summaries)}` }
  })
  return `# Who may do what

Written by \`npm run docs\` from the tables next to the code. A test fails when this page is out of date, and two others check
every cell against a running server with every commit (\`npm test -- --project server src/app.test src/relations\`). They also fail when a request is
missing here.

Each line is one request to the server, with its summary and address; the text in *italics* is the case. A *neighbour* is a member who
lives in the community, a *professional* offers good deals in it, *employees* and *administrators* run it, a *webmaster* runs the installation. The last
column is an administrator of another community: the thing that a request names belongs to the community of the other columns. A request that names no
thing is about the caller and *their own* community, and its cell says so: an administrator of one community cannot read the members of another.

| In a cell | Meaning: the caller |
| --- | --- |
${legend.map(([word, meaning]) => `| ${word} | ${meaning} |`).join('\n')}
| ✓ their own | gets data about themselves and their own community only |
| ✓ on this machine | is allowed only on the machine of the server |
| – | cannot be in this case: the thing has no owner, or the team cannot be blocked and hands its role over before leaving |

${sections.map(({ text }) => text).join('\n\n')}

## Suspended members

A member whom the team has suspended can read as before, and can make only the changes listed here. Every other change that a table above
allows is refused with the key \`suspended\`. *Password only*: the member can change the password, but no part of the profile that others see.

${printSuspended(endpoints)}

## By owner

The same for every request that names something with an owner: a post, a message, a picture, a person, a place. *Caller* is who makes the request; the
other columns say whose thing it is. A member who was disabled by an administrator, or has left, is signed out everywhere.

${printTable(readTable(relations), summaries)}
`
}
