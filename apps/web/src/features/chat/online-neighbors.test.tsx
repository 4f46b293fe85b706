import { type ChatUser, listNeighbors, NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { expect, test } from 'vitest'
import { render, renderStandalone, expectText, stub } from '#web/testing/render-standalone.tsx'
import { OnlineCount } from './OnlineCount.tsx'
import { OnlineNeighbors } from './OnlineNeighbors.tsx'

renderStandalone('chat')

const people = (count: number, online: number) =>
  Array.from({ length: count }, (_, n) => ({
    _id: `p${n}`,
    pseudo: `p${n}`,
    firstname: `Person${n}`,
    online: n < online,
  })) as ChatUser[]

test('the card of online neighbours shows their number, and how many of them it does not list', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, 10))
  await render(<OnlineNeighbors canSeePresence canListNeighbors communityUri="les-tilleuls" />)
  await expectText('and 2 others')
  expect(document.querySelector('h2 small')?.textContent).toBe('10')
})

test('the card and the one-line count of online neighbours show 50+ when more may be online than the server returns', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, NEIGHBORS_PER_PAGE))
  await render(
    <>
      <OnlineNeighbors canSeePresence canListNeighbors communityUri="les-tilleuls" />
      <OnlineCount communityUri="les-tilleuls" canListNeighbors />
    </>,
  )
  await expectText('and others')
  expect([...document.querySelectorAll('h2 small, b')].map(element => element.textContent)).toEqual(['50+', '50+'])
})

test('the card and the one-line count of online neighbours have no link for members who may not see the list of neighbours', async () => {
  stub(listNeighbors, people(NEIGHBORS_PER_PAGE, 10))
  await render(
    <>
      <OnlineNeighbors canSeePresence canListNeighbors={false} communityUri="les-tilleuls" />
      <OnlineCount communityUri="les-tilleuls" canListNeighbors={false} />
    </>,
  )
  await expectText('Person7')
  expect(document.querySelectorAll('a[href$="mes-voisins"]')).toHaveLength(0)
  expect([...document.querySelectorAll('h2 small, p b')].map(element => element.textContent)).toEqual(['10', '10'])
})
