import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RadioList } from './RadioList.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const Channels = () => {
  const [value, setValue] = useState('ours')
  return (
    <RadioList
      label="Who sees it?"
      value={value}
      onChange={setValue}
      options={[
        { value: 'ours', label: 'Our building', detail: '63 neighbours' },
        { value: 'all', label: 'Everybody' },
      ]}
    />
  )
}

test('a radio list selects an option by click and by arrow key', async () => {
  await render(<Channels />)
  await expect.element(page.getByRole('group', { name: 'Who sees it?' })).toBeVisible()
  const [ours, all] = [
    page.getByRole('radio', { name: /Our building/ }),
    page.getByRole('radio', { name: 'Everybody' }),
  ]
  await expect.element(ours).toBeChecked()
  await all.click()
  await expect.element(all).toBeChecked()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(ours).toBeChecked()
  await expectNoAxeViolations()
})
