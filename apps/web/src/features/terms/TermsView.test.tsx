import { expect, test } from 'vitest'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { TermsView } from './TermsView.tsx'

renderStandalone('terms')

test('the terms link their table of contents to the sections, and offer a PDF in the language of the screen', async () => {
  await render(<TermsView />)
  const contents = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
  expect(contents.length).toBeGreaterThan(3)
  for (const link of contents) {
    const section = document.getElementById(link.hash.slice(1))
    expect(section?.querySelector('h2')?.textContent).toBe(link.textContent)
  }
  expect(document.querySelector('a[type="application/pdf"]')?.getAttribute('href')).toMatch(/\?lang=en$/)
})
