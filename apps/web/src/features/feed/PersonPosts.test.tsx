import { type LiveEvent, listEvents } from '@parvis/contract/feed.ts'
import { beforeAll, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { calls, draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called } from '#web/testing/fields.ts'
import { PersonPosts, type PersonPostsProps } from './PersonPosts.tsx'
import { noAbilities, somePost } from './testing/some-post.ts'

drawAlone('feed', 'post')
beforeAll(() => {
  // happy-dom has no popovers
  HTMLElement.prototype.showPopover ??= () => {}
})

const bob = { _id: 'bob', gender: 'F' } as const
const home = { _id: 'home', customUri: 'les-tilleuls', timezone: 'Europe/Paris', name: 'Les Tilleuls', logoUri: null }
const me = {
  _id: 'me',
  gender: null,
  communityId: 'home',
  suspendedUntil: null,
  abilities: { answer: true, openProfiles: true },
} as unknown as PersonPostsProps['me']

const post = (n: number): LiveEvent => {
  const id = `0199f15d-9f9c-7de6-a71a-a6c1331d34${String(90 - n)}`
  return somePost(id, {
    userId: 'bob',
    dateAdded: new Date().toISOString(),
    dateUpdated: new Date().toISOString(),
    abilities: noAbilities,
    eventId: { title: `Numéro ${n}`, lang: { en: { title: `Number ${n}` } } },
  })
}
const page = (docs: LiveEvent[], hasNextPage = false) =>
  ({
    docs,
    page: 1,
    hasNextPage,
    nextPage: hasNextPage ? 2 : null,
    cursor: hasNextPage ? 'cursor' : null,
    templatesUpdateTimestamp: '',
  }) as never
const open = () => draw(<PersonPosts person={bob} community={home} me={me} onBlock={() => {}} />)
const titles = () => [...document.querySelectorAll('article')].map(one => /Number \d/.exec(one.textContent)?.[0])

test('loads a member’s posts on retry, page by page', async () => {
  stub(listEvents, () => refusal('unexpectederror'))
  await open()
  await shows(t('feed.of.failed'))
  stub(listEvents, ({ query }) => (query.get('cursor') ? page([post(3)]) : page([post(1), post(2)], true)))
  await press(t('common.retry'))
  await until(() => titles().length === 2)
  expect(titles()).toEqual(['Number 1', 'Number 2'])
  expect(document.querySelector('h2')!.textContent).toBe('Her posts')
  await press(t('feed.of.more'))
  await until(() => titles().length === 3)
  expect(titles()).toEqual(['Number 1', 'Number 2', 'Number 3'])
  expect(called(t('feed.of.more'))).toBeUndefined()
  expect(calls.every(call => call.includes('userId=bob'))).toBe(true)
})

test('renders nothing where the member has no posts', async () => {
  stub(listEvents, page([]))
  await open()
  await until(() => calls.length > 0)
  expect(document.querySelector('h2')).toBeNull()
})
