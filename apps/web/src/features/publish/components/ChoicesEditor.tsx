import type { Language } from '@parvis/contract/language.ts'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '@parvis/contract/templates.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { TemplateDraft } from '../template-draft.ts'
import { FormSection } from '#web/ui/FormSection.tsx'

export interface ChoicesEditorProps {
  draft: TemplateDraft
  language: Language
  onDraftChange: (patch: Partial<TemplateDraft>) => void
}

/** Edits the options of a template, of which a member chooses one when publishing. */
export const ChoicesEditor = ({ draft: { choices }, language, onDraftChange }: ChoicesEditorProps) => {
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  const write = (at: number, text: string) =>
    onDraftChange({ choices: choices.map((choice, n) => (n === at ? { ...choice, [language]: text } : choice)) })
  const add = () => {
    onDraftChange({ choices: [...choices, { id: null, fr: '', en: '' }] })
    requestAnimationFrame(() => [...(container.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
  }
  const remove = (at: number) => {
    onDraftChange({ choices: choices.filter((_, n) => n !== at) })
    requestAnimationFrame(() => container.current?.querySelector<HTMLElement>('input, button')?.focus())
  }
  return (
    <FormSection title={t('templates.form.choices')} note={t('templates.optional')}>
      <div ref={container}>
        {choices.map((choice, at) => (
          <Field
            // The index is the React key, because a choice has no id before it is saved.
            key={at}
            label={t('templates.form.choice', { at: at + 1 })}
            name={`choice-${at}`}
            lang={language}
            maxLength={MAX_CHOICE_LENGTH}
            autoComplete="off"
            placeholder={choice[language === 'fr' ? 'en' : 'fr']}
            value={choice[language]}
            onChange={text => write(at, text)}
            endContent={
              <IconButton
                icon="x"
                label={t('templates.form.choice.remove', { at: at + 1 })}
                onClick={() => remove(at)}
              />
            }
          />
        ))}
        {choices.length < MAX_CHOICES && (
          <Button size="s" icon="plus" onClick={add}>
            {t('templates.form.choice.add')}
          </Button>
        )}
      </div>
    </FormSection>
  )
}
