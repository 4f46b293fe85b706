import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Progress } from './Progress.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

test('a progress bar exposes its label and value', async () => {
  await render(<Progress label="Sending the photo" value={0.45} valueText="45%" />)
  const bar = page.getByRole('progressbar', { name: 'Sending the photo' })
  await expect.element(bar).toHaveAttribute('value', '0.45')
  await expect.element(page.getByText('45%')).toBeVisible()
  await expectNoAxeViolations()
})
