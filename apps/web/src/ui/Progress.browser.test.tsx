import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Progress } from './Progress.tsx'
import { draw, expectNoAxeViolations } from './testing/draw.tsx'

test('exposes its label and value', async () => {
  await draw(<Progress label="Sending the photo" value={0.45} figure="45%" />)
  const bar = page.getByRole('progressbar', { name: 'Sending the photo' })
  await expect.element(bar).toHaveAttribute('value', '0.45')
  await expect.element(page.getByText('45%')).toBeVisible()
  await expectNoAxeViolations()
})
