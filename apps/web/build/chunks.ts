import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

/** The bundler names a shared chunk after all chunks that import it, joined by `~`; this returns the first name. */
const firstName = (name: string) => name.replace(/~.*/, '')
const withoutEnding = (name: string) => name.replace(/\.\w+$/, '')

const namedChunks = /^(?:index|react|rolldown-runtime|router)$/

const formModules =
  /[\\/](?:ui[\\/](?:Checkbox|ConfirmDialog|Field|FileButton|Collapsible|form-columns|FormScreen|PictoRadioGroup|RadioList|Segmented|Select|FormSection|Switch)\.|kernel[\\/](?:http[\\/]upload|picture[\\/](?:is-picture|prepare-photo)))/

const listModules =
  /[\\/](?:ui[\\/](?:NewItemsPill|ScrollTop|scroll-to-top|use-restored-filter-toast|use-share)|kernel[\\/](?:share[\\/](?:route-href|share-links)|screen[\\/](?:at-top|near-end))|app[\\/](?:frame[\\/]filter-history|blocks[\\/]use-block)|features[\\/]publish[\\/]kinds)\./

/** Maps, directions and other modules that several screens need, but not the first screen that is opened. */
const modulesOfSeveralScreens =
  /[\\/](?:ui[\\/](?:map[\\/]|Menu\.|position-popover\.|Progress\.|Row\.|DirectionsDialog\.|use-directions\.)|kernel[\\/](?:installation[\\/]|device[\\/](?:drafts|geolocation)|offline[\\/]worker-messages|picture[\\/](?:draft-photos|taken-photo)))/

const postModules =
  /[\\/](?:features[\\/]feed[\\/](?:posts\.store|post-record|feed\.(?:queries|sections)|headline|place-name|when-and-where|post\.queries|has-group|feed\.mutations|components[\\/]AnswerButton)\.tsx?$|kernel[\\/]text[\\/]building-text\.ts$|features[\\/]chat[\\/]current-chat\.ts$|ui[\\/](?:AvatarStack|LinkedText|Tile)\.tsx$|contract[\\/]src[\\/](?:feed|feed-post|past-event)\.ts$)/

const cardModules =
  /[\\/]features[\\/]feed[\\/](?:components[\\/](?:Post(?:Card|Body|Header|Footer|Ticket|Answers|Photo|Menu|Video)|MorningWeather|DealInset|Newcomer|PinnedMark|AddToCalendar)\.tsx|(?:answer-meaning|post-text)\.ts)$/

const feedListModules = /[\\/]features[\\/]feed[\\/](?:feed\.(?:lists|templates|top)|use-feed-list)\.ts$/

const profileModules =
  /[\\/]features[\\/]profile[\\/](?:date-mask|profile-(?:draft|form)|use-(?:photo|form-errors|pseudo-availability)|components[\\/](?:FieldGroup|PasswordFields|ConfirmBox|GenderChoice|AddressFields|ProfileField|SaveActions))\./

/** The outbox, which sends items later: no screen needs it before its user writes something. */
const outboxModules =
  /[\\/](?:kernel[\\/]outbox[\\/](?:outbox(?:-\w+)?|transient-error|use-pending|pending-store|queue-order)|ui[\\/]queue-send)\./

/** Splits code by route; dependencies have chunks of their own, which stay cached until their version changes. */
export const chunks: Output = {
  // The entry chunk lists all file names, so most of them consist only of a hash of 42 bits. The names of the chunks
  // are in the manifest.
  chunkFileNames: ({ name }) => {
    const first = firstName(name)
    return namedChunks.test(first) ? `assets/${first}-[hash:7].js` : 'assets/[hash:7].js'
  },
  assetFileNames: ({ names: [name = 'asset'] }) =>
    name.endsWith('.css') && !/^index\b/.test(name)
      ? 'assets/[hash:7][extname]'
      : `assets/${firstName(withoutEnding(name))}-[hash:7][extname]`,
  codeSplitting: {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/,
        priority: 3,
      },
      {
        name: 'router',
        test: /[\\/]node_modules[\\/]@tanstack[\\/](?!query-core|react-query)/,
        priority: 2,
      },
      { name: 'app', tags: ['$initial'], priority: 1 },
      // Contains only what the landing page renders, because a first-time visitor waits for this chunk.
      {
        name: 'landing',
        test: /[\\/]ui[\\/](?:Avatar|ButtonLink|Notice|PublicBar|Photo)\.tsx$/,
        minShareCount: 2,
        priority: 0.5,
      },
      // Contains what most screens need to render and fetch: one file loads faster than many small ones.
      {
        name: 'ui',
        test: id =>
          /[\\/](?:ui|kernel|@tanstack[\\/](?:query-core|react-query))[\\/]/.test(id) &&
          !formModules.test(id) &&
          !modulesOfSeveralScreens.test(id) &&
          !outboxModules.test(id),
        minShareCount: 7,
        priority: 0.4,
      },
      { name: 'outbox', test: outboxModules, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
      {
        name: 'posts',
        test: id => postModules.test(id),
        minShareCount: 2,
        priority: 0.36,
      },
      { name: 'cards', test: id => cardModules.test(id), minShareCount: 2, priority: 0.35 },
      { name: 'switch', test: /[\\/]ui[\\/]Segmented\./, minShareCount: 2, priority: 0.33 },
      {
        name: 'feed-lists',
        test: feedListModules,
        minShareCount: 2,
        priority: 0.34,
        includeDependenciesRecursively: false,
      },
      { name: 'lists', test: listModules, minShareCount: 2, priority: 0.33 },
      { name: 'forms', test: formModules, minShareCount: 3, priority: 0.3 },
      {
        name: 'profile',
        test: profileModules,
        minShareCount: 2,
        priority: 0.25,
        includeDependenciesRecursively: false,
      },
      // Merges small chunks, because on a slow network each one costs a round trip, and only six load at a time.
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1100 },
    ],
  },
}
