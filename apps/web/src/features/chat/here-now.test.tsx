import { type ChatUser, listNeighbors, NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import { draw, drawAlone, shows, stub } from '#web/testing/draw-alone.tsx'
import { HereFact } from './HereFact.tsx'
import { HereNow } from './HereNow.tsx'

drawAlone('chat')

const people = (count: number, online: number) =>
  Array.from({ length: count }, (_, n) => ({
    _id: `p${n}`,
    pseudo: `p${n}`,
    firstname: `Person${n}`,
    online: n < online,
  })) as ChatUser[]

test('counts the neighbours who are online', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, 10))
  await draw(<HereNow mayKnow mayList communityUri="les-tilleuls" />)
  await shows('and 2 others')
  expect(document.querySelector('h2 small')?.textContent).toBe('10')
})

test('says that there are more than it can list', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, NEIGHBORS_PER_PAGE))
  await draw(
    <>
      <HereNow mayKnow mayList communityUri="les-tilleuls" />
      <HereFact communityUri="les-tilleuls" mayList />
    </>,
  )
  await shows('and others')
  expect([...document.querySelectorAll('h2 small, b')].map(one => one.textContent)).toEqual(['50+', '50+'])
})

test('links no list of neighbours for those who may not see it', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, 10))
  await draw(
    <>
      <HereNow mayKnow mayList={false} communityUri="les-tilleuls" />
      <HereFact communityUri="les-tilleuls" mayList={false} />
    </>,
  )
  await shows('Person7')
  expect(document.querySelectorAll('a[href$="mes-voisins"]')).toHaveLength(0)
  expect([...document.querySelectorAll('h2 small, p b')].map(one => one.textContent)).toEqual(['10', '10'])
})
