import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ScrollTop } from './ScrollTop.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'
import { useRootAttribute } from './use-root-attribute.ts'

const Screen = () => {
  useRootAttribute('floating')
  return (
    <div style={{ blockSize: 4000, ['--below' as string]: '0px' }}>
      <h1>Live</h1>
      <ScrollTop />
    </div>
  )
}

const button = () => page.getByRole('button', { name: 'Back to the top' })
const isVisible = () => getComputedStyle(button().element().parentElement!).opacity === '1'

test('the scroll-to-top button is above the floating button on a phone, and is hidden while scrolling down', async () => {
  await page.viewport(390, 844)
  await render(<Screen />)
  scrollTo(0, 140)
  await expect.element(button()).not.toBeInTheDocument()
  scrollTo(0, 141)
  await expect.element(button()).toBeVisible()
  const { width, height, bottom } = button().element().getBoundingClientRect()
  expect([width, height]).toEqual([44, 44])
  // 16 px to the edge of the window, 56 px for the button below, and 12 px between the buttons.
  expect(innerHeight - bottom).toBe(84)

  scrollTo(0, 600)
  await expect.poll(isVisible, { interval: 10 }).toBe(false)
  const startedAt = performance.now()
  await expect.poll(isVisible, { interval: 10 }).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(300)
  await expectNoAxeViolations()
})

test('the scroll-to-top button remains visible while scrolling up', async () => {
  await page.viewport(390, 844)
  await render(<Screen />)
  scrollTo(0, 2000)
  await expect.element(button()).toBeVisible()
  await expect.poll(isVisible).toBe(true)
  for (const top of [1900, 1800, 1700]) {
    scrollTo(0, top)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(document.documentElement.hasAttribute('data-descending')).toBe(false)
  }
})

test('the scroll-to-top button scrolls to the top and disappears', async () => {
  await page.viewport(390, 844)
  await render(<Screen />)
  scrollTo(0, 1000)
  await button().click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.element(button()).not.toBeInTheDocument()
})
