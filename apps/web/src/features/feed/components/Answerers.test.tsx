import type { Author } from '@parvis/contract/entity.ts'
import { listAnswers } from '@parvis/contract/feed.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render, renderStandalone, press, refusal, expectText, stub } from '#web/testing/render-standalone.tsx'
import { Answerers } from './Answerers.tsx'
import { answersQuery } from '../post.queries.ts'
import { somePost } from '../testing/some-post.ts'

renderStandalone('feed')

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
const shownNames = () => [...document.querySelectorAll('section li b')].map(name => name.textContent)

const Answers = () => {
  const query = useInfiniteQuery(answersQuery('a'))
  return (
    <Answerers
      answerMeaning="activity"
      count={1_204}
      people={query.data?.pages.flatMap(({ interestedUsers }) => interestedUsers)}
      hasLoadFailed={query.isError}
      pages={query}
      chatLinkFor={() => undefined}
      profileLinkFor={() => undefined}
      onRetry={() => void query.refetch()}
    />
  )
}

test('the people who answered are listed page by page, with the total count', async () => {
  stub(listAnswers, ({ query }) => (query.get('cursor') ? refusal('unexpectederror') : answers(['Ana', 'Bob'], 'next')))
  await render(<Answers />)
  await expectText('Bob')
  expect(document.querySelector('section h2 small')?.textContent).toBe('1,204')
  await press('Show more')
  await expectText('Try again')
  expect(shownNames()).toEqual(['Ana', 'Bob'])
  stub(listAnswers, answers(['Zoé'], null))
  await press('Try again')
  await expectText('Zoé')
  expect(shownNames()).toEqual(['Ana', 'Bob', 'Zoé'])
})
