import { hues } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { MAX_TEMPLATE_NAME_LENGTH, type TemplateCategory } from '@parvis/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NEW_CATEGORY, newCategory, type TemplateDraft } from '../template-draft.ts'
import { PictoRadioGroup } from '#web/ui/PictoRadioGroup.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { pictosOf } from './PictoPicker.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import css from './CategoryPicker.module.css'

export interface CategoryPickerProps {
  draft: TemplateDraft
  categories: readonly TemplateCategory[]
  onDraftChange: (patch: Partial<TemplateDraft>) => void
  error: string | null
  nameError: string | null
  submitCount: number
}

/** Chooses the category of a template: an existing one (those with templates of the same type first), or a new one. */
export const CategoryPicker = ({
  draft,
  categories,
  onDraftChange,
  error,
  nameError,
  submitCount,
}: CategoryPickerProps) => {
  const { t, language } = useText()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) container.current?.querySelector('input')?.focus()
  }, [error, submitCount])
  // When the form is opened for a new category, the field for the name of the category is focused.
  const nameFields = useRef<HTMLDivElement>(null)
  const isBlank = draft.category !== null && !draft.category.fr && !draft.category.en
  const [startsWithNew] = useState(isBlank)
  useEffect(() => {
    if (startsWithNew) nameFields.current?.querySelector('input')?.focus()
  }, [startsWithNew])
  const [choosing, setChoosing] = useState(false)
  const hasSameType = ({ templates }: TemplateCategory) => templates.some(({ type }) => type === draft.type)
  const sorted = [...categories.filter(hasSameType), ...categories.filter(one => !hasSameType(one))]
  const { category } = draft
  return (
    <FormSection title={t('templates.form.category')} error={error}>
      <div ref={container}>
        <PictoRadioGroup
          label={t('templates.form.category')}
          value={category ? NEW_CATEGORY : draft.categoryId}
          onChange={value =>
            onDraftChange(
              value === NEW_CATEGORY
                ? { categoryId: null, category: newCategory() }
                : { categoryId: value, category: null },
            )
          }
          options={[
            ...sorted.map(one => ({
              value: one._id,
              label: textIn(language, one, 'name') ?? '',
              picto: one.picto,
              hue: one.bgColor as string,
            })),
            {
              value: NEW_CATEGORY,
              label: t('templates.form.category.new'),
              picto: '',
              hue: 'notice',
              content: <Icon name="plus" />,
            },
          ]}
        />
      </div>
      {category && (
        <div ref={nameFields} className={css.fresh}>
          {formLanguages.map(one => (
            <Field
              key={one}
              label={t(`templates.form.category.${one}`)}
              name={`category-${one}`}
              lang={one}
              maxLength={MAX_TEMPLATE_NAME_LENGTH}
              autoComplete="off"
              value={category[one]}
              onChange={value => onDraftChange({ category: { ...category, [one]: value } })}
              error={one === language ? nameError : null}
              submitCount={submitCount}
            />
          ))}
          <h3>{t('templates.form.category.hue')}</h3>
          <PictoRadioGroup
            label={t('templates.form.category.hue')}
            labelsHidden
            value={category.hue}
            onChange={hue => onDraftChange({ category: { ...category, hue } })}
            options={hues.map(hue => ({ value: hue, label: t(`templates.hue.${hue}`), picto: '', hue }))}
          />
          <div className={css.picto}>
            <Tile picto={category.picto} hue={category.hue} />
            <Collapsible icon="image" label={t('templates.form.category.picto')} open={choosing} onToggle={setChoosing}>
              <PictoRadioGroup
                label={t('templates.form.category.picto')}
                labelsHidden
                value={category.picto}
                onChange={picto => onDraftChange({ category: { ...category, picto } })}
                options={pictosOf(categories, language).map(({ picto, name }) => ({
                  value: picto,
                  label: name,
                  picto,
                  hue: category.hue,
                }))}
              />
            </Collapsible>
          </div>
        </div>
      )}
    </FormSection>
  )
}
