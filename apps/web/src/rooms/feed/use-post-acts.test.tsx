import { useLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { draw, drawAlone, press, until } from '#web/testing/draw-alone.tsx'
import type { Reader } from './components/post-acts.ts'
import { somePost } from './testing/some-post.ts'
import { usePostActs } from './use-post-acts.tsx'

drawAlone('feed')

const reader = {
  _id: 'me',
  communityId: 'home',
  gender: null,
  suspendedUntil: null,
  abilities: {},
} as unknown as Reader
const author = { ...somePost('p1').user, _id: 'u1', pseudo: 'zoe' }

const Screen = ({ communityId }: { communityId: string }) => {
  const { acts } = usePostActs(reader, 'les-tilleuls')
  return (
    <>
      <p>{useLocation().href}</p>
      <button type="button" onClick={() => acts.onChat(somePost('p1', { userId: 'u1', user: author, communityId }))}>
        Write
      </button>
    </>
  )
}

test.each([
  ['by their pseudo, here', 'home', 'zoe'],
  ['by their id, in another community, as a pseudo names somebody else here', 'camping', 'u1'],
])('who wrote a post is written to %s', async (_, communityId, person) => {
  await draw(<Screen communityId={communityId} />)
  await press('Write')
  const address = () => document.querySelector('p')?.textContent
  await until(() => address() !== '/')
  expect(address()).toBe(`/les-tilleuls/mes-conversations/${person}?eventId=p1`)
})
