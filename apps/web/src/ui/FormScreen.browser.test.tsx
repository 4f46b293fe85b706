import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Acts } from './Acts.tsx'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { FormScreen } from './FormScreen.tsx'
import { draw } from './testing/draw.tsx'

const submitted = vi.fn()

const Form = ({ busy = false }: { busy?: boolean }) => {
  const [step, setStep] = useState(1)
  return (
    <FormScreen
      place={{ name: 'Les Marquisats', logoUri: null }}
      id="form"
      step={step}
      title={`Page ${step}`}
      lead="Two short steps"
      busy={busy}
      onSubmit={event => {
        event.preventDefault()
        submitted()
        setStep(2)
      }}
      aside={<aside aria-label="What others see">Welcome</aside>}
      acts={
        <Acts>
          <Button type="submit" form="form" kind="primary">
            Continue
          </Button>
        </Acts>
      }
    >
      <Field label="Name" name="name" value="" onChange={() => {}} />
    </FormScreen>
  )
}

test('submits by the button at its bottom, and focuses the title of the next page', async () => {
  await draw(<Form />)
  expect(document.activeElement).toBe(document.body)
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(submitted).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page 2' })).toHaveFocus()
})

test('shows its preview beside the form on wide screens', async () => {
  await draw(<Form />)
  const aside = page.getByRole('complementary', { name: 'What others see', includeHidden: true })
  await expect.element(aside).not.toBeVisible()
  await page.viewport(1280, 800)
  await expect.element(aside).toBeVisible()
  await page.viewport(390, 844)
})

test('is inert while it is being submitted', async () => {
  await draw(<Form busy />)
  expect(document.querySelector('form')?.inert).toBe(true)
})
