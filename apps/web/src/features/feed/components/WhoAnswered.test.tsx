import type { Author } from '@parvis/contract/entity.ts'
import { listAnswers } from '@parvis/contract/feed.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { draw, drawAlone, press, refusal, shows, stub } from '#web/testing/draw-alone.tsx'
import { WhoAnswered } from './WhoAnswered.tsx'
import { answersQuery } from '../post.queries.ts'
import { somePost } from '../testing/some-post.ts'

drawAlone('feed', 'post')

const post = somePost('a')
const person = (firstname: string) => ({ ...post.user, _id: firstname, pseudo: firstname, firstname }) as Author
const answers = (names: string[], cursor: string | null) => ({
  ...post,
  page: 1,
  hasNextPage: cursor !== null,
  nextPage: cursor === null ? null : 2,
  cursor,
  interestedUsers: names.map(person),
})
const named = () => [...document.querySelectorAll('section li b')].map(name => name.textContent)

const Answers = () => {
  const who = useInfiniteQuery(answersQuery('a'))
  return (
    <WhoAnswered
      said="activity"
      count={1_204}
      people={who.data?.pages.flatMap(({ interestedUsers }) => interestedUsers)}
      failed={who.isError}
      pages={who}
      chatWith={() => undefined}
      profileOf={() => undefined}
      onRetry={() => void who.refetch()}
    />
  )
}

test('lists the people who answered page by page, with the total count', async () => {
  stub(listAnswers, ({ query }) => (query.get('cursor') ? refusal('unexpectederror') : answers(['Ana', 'Bob'], 'next')))
  await draw(<Answers />)
  await shows('Bob')
  expect(document.querySelector('section h2 small')?.textContent).toBe('1,204')
  await press('Show more')
  await shows('Try again')
  expect(named()).toEqual(['Ana', 'Bob'])
  stub(listAnswers, answers(['Zoé'], null))
  await press('Try again')
  await shows('Zoé')
  expect(named()).toEqual(['Ana', 'Bob', 'Zoé'])
})
