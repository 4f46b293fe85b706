import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FileButton } from './FileButton.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

test('FileButton calls `onPick` with the picked file, also if the same file is picked again', async () => {
  const onPick = vi.fn()
  await render(
    <FileButton icon="image" accept="image/*" onPick={onPick}>
      Photo
    </FileButton>,
  )
  const input = page.getByLabelText('Photo')
  const file = new File(['x'], 'cat.jpg', { type: 'image/jpeg' })
  await userEvent.upload(input, file)
  await userEvent.upload(input, file)
  expect(onPick.mock.calls.map(([pickedFile]) => (pickedFile as File).name)).toEqual(['cat.jpg', 'cat.jpg'])
  await expectNoAxeViolations()
})

test('FileButton is reachable by the tab key, with a visible focus ring', async () => {
  await render(<FileButton onPick={() => {}}>Photo</FileButton>)
  await userEvent.tab()
  const input = page.getByLabelText('Photo')
  await expect.element(input).toHaveFocus()
  expect(getComputedStyle((input.element() as HTMLInputElement).labels![0]!).outlineStyle).toBe('solid')
})
