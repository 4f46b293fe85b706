import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Steps } from './Steps.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

test('the step list marks the current step, and shows only the name of that step in a narrow container', async () => {
  await render(<Steps label="Step 2 of 2" names={['You', 'Home and password']} current={1} />)
  const list = page.getByRole('list', { name: 'Step 2 of 2' })
  await expect.element(list).toBeVisible()
  expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Home and password')
  await expect.element(page.getByText('You')).toBeVisible()
  await expectNoAxeViolations()
  document.documentElement.style.fontSize = '32px'
  await expect.element(page.getByText('You')).not.toBeVisible()
  await expect.element(page.getByText('Home and password')).toBeVisible()
  document.documentElement.style.fontSize = ''
})
