import { type Language, textIn } from '@parvis/contract/language.ts'
import type { TemplateCategory } from '@parvis/contract/templates.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { DEFAULT_PICTO } from '../template-draft.ts'
import { PictoRadioGroup } from '#web/ui/PictoRadioGroup.tsx'

/** Returns each used pictogram once, with the name of the first category or template that has it. */
export const pictosOf = (
  categories: readonly TemplateCategory[],
  language: Language,
): { picto: string; name: string }[] => {
  const names = new Map([[DEFAULT_PICTO, DEFAULT_PICTO]])
  for (const category of categories)
    for (const one of [category, ...category.templates])
      if (!names.has(one.picto)) names.set(one.picto, textIn(language, one, 'name') ?? one.picto)
  return [...names].map(([picto, name]) => ({ picto, name }))
}

export interface PictoPickerProps {
  categories: readonly TemplateCategory[]
  value: string | null
  hue: string | null
  onChange: (picto: string) => void
}

/** Chooses the pictogram of a template. */
export const PictoPicker = ({ categories, value, hue, onChange }: PictoPickerProps) => {
  const { t, language } = useText()
  const [open, setOpen] = useState(false)
  return (
    <Collapsible icon="image" label={t('templates.form.picto')} open={open} onToggle={setOpen}>
      <PictoRadioGroup
        label={t('templates.form.picto')}
        labelsHidden
        value={value}
        onChange={onChange}
        options={pictosOf(categories, language).map(({ picto, name }) => ({
          value: picto,
          label: name,
          picto,
          hue: hue ?? 'notice',
        }))}
      />
    </Collapsible>
  )
}
