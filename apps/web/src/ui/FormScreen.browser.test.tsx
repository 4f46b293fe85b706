import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ActionBar } from './ActionBar.tsx'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { FormScreen } from './FormScreen.tsx'
import { render } from './testing/render.tsx'

const onSubmitted = vi.fn()

const Form = ({ busy = false }: { busy?: boolean }) => {
  const [step, setStep] = useState(1)
  return (
    <FormScreen
      community={{ name: 'Les Marquisats', logoUri: null }}
      id="form"
      step={step}
      title={`Page ${step}`}
      lead="Two short steps"
      busy={busy}
      onSubmit={() => {
        onSubmitted()
        setStep(2)
      }}
      aside={<aside aria-label="What others see">Welcome</aside>}
      actions={
        <ActionBar>
          <Button type="submit" form="form" kind="primary">
            Continue
          </Button>
        </ActionBar>
      }
    >
      <Field label="Name" name="name" value="" onChange={() => {}} />
    </FormScreen>
  )
}

test('a form screen submits by the button at its bottom, and focuses the title of the next step', async () => {
  await render(<Form />)
  expect(document.activeElement).toBe(document.body)
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(onSubmitted).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page 2' })).toHaveFocus()
})

test('a form screen shows its aside beside the form on wide screens only', async () => {
  await render(<Form />)
  const aside = page.getByRole('complementary', { name: 'What others see', includeHidden: true })
  await expect.element(aside).not.toBeVisible()
  await page.viewport(1280, 800)
  await expect.element(aside).toBeVisible()
  await page.viewport(390, 844)
})

test('a form screen is inert while it is being submitted', async () => {
  await render(<Form busy />)
  expect(document.querySelector('form')?.inert).toBe(true)
})
