import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { withRouter } from '#web/testing/with-router.tsx'
import { render, expectNoAxeViolations } from '#web/ui/testing/render.tsx'
import { postStoreOf } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { PinnedPosts } from './PinnedPosts.tsx'

const names = ['Trois avis', 'Deux avis', 'Un avis']

beforeAll(() => loadTexts('feed'))

test('three pinned posts take up less than a third of the screen height, are high enough to tap, and show a focus outline', async () => {
  const queryClient = new QueryClient()
  postStoreOf(queryClient).addFetched(names.map(name => somePost(name, { eventId: { title: name, lang: { en: {} } } })))
  await render(await withRouter(<PinnedPosts ids={names} communityUri="c" />, queryClient))
  const section = page.getByRole('region').element()
  expect(section.getBoundingClientRect().height).toBeLessThan(innerHeight / 3)
  const links = [...section.querySelectorAll('a')]
  for (const link of links) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  section.querySelector('button')!.focus()
  // The card clips outlines beyond its edge, so the focus outline of a row must lie within the row.
  for (const link of links) {
    await userEvent.tab()
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(link)
    expect({
      isHere: link === document.activeElement,
      outlineStyle,
      over: parseFloat(outlineWidth) + parseFloat(outlineOffset),
    }).toEqual({ isHere: true, outlineStyle: 'solid', over: 0 })
  }
  expect(links.map(one => one.textContent)).toEqual(names)
  await expectNoAxeViolations()
})
