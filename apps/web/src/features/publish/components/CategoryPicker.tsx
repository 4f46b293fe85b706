import { hues } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { MAX_TEMPLATE_NAME_LENGTH, type TemplateCategory } from '@parvis/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NEW_CATEGORY, newCategory, type TemplateDraft } from '../template-draft.ts'
import { PictoPicks } from '#web/ui/PictoPicks.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { pictosOf } from './PictoPicker.tsx'
import { Setting } from '#web/ui/Setting.tsx'
import css from './CategoryPicker.module.css'

export interface CategoryPickerProps {
  draft: TemplateDraft
  categories: readonly TemplateCategory[]
  change: (patch: Partial<TemplateDraft>) => void
  error: string | null
  nameError: string | null
  attempt: number
}

/** The category of the template: an existing one, those of its own type first, or a new one. */
export const CategoryPicker = ({ draft, categories, change, error, nameError, attempt }: CategoryPickerProps) => {
  const { t, language } = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.querySelector('input')?.focus()
  }, [error, attempt])
  // When opened for a new category, its name gets the focus.
  const names = useRef<HTMLDivElement>(null)
  const isBlank = draft.category !== null && !draft.category.fr && !draft.category.en
  const [comesFor] = useState(isBlank)
  useEffect(() => {
    if (comesFor) names.current?.querySelector('input')?.focus()
  }, [comesFor])
  const [choosing, setChoosing] = useState(false)
  const has = ({ templates }: TemplateCategory) => templates.some(({ type }) => type === draft.type)
  const inOrder = [...categories.filter(has), ...categories.filter(one => !has(one))]
  const { category } = draft
  return (
    <Setting title={t('templates.form.category')} error={error}>
      <div ref={box}>
        <PictoPicks
          label={t('templates.form.category')}
          value={category ? NEW_CATEGORY : draft.categoryId}
          onChange={value =>
            change(
              value === NEW_CATEGORY
                ? { categoryId: null, category: newCategory() }
                : { categoryId: value, category: null },
            )
          }
          picks={[
            ...inOrder.map(one => ({
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
              face: <Icon name="plus" />,
            },
          ]}
        />
      </div>
      {category && (
        <div ref={names} className={css.fresh}>
          {(['fr', 'en'] as const).map(one => (
            <Field
              key={one}
              label={t(`templates.form.category.${one}`)}
              name={`category-${one}`}
              lang={one}
              maxLength={MAX_TEMPLATE_NAME_LENGTH}
              autoComplete="off"
              value={category[one]}
              onChange={value => change({ category: { ...category, [one]: value } })}
              error={one === language ? nameError : null}
              attempt={attempt}
            />
          ))}
          <h3>{t('templates.form.category.hue')}</h3>
          <PictoPicks
            label={t('templates.form.category.hue')}
            bare
            value={category.hue}
            onChange={hue => change({ category: { ...category, hue } })}
            picks={hues.map(hue => ({ value: hue, label: t(`templates.hue.${hue}`), picto: '', hue }))}
          />
          <div className={css.picto}>
            <Tile picto={category.picto} hue={category.hue} />
            <Fold icon="image" label={t('templates.form.category.picto')} open={choosing} onOpen={setChoosing}>
              <PictoPicks
                label={t('templates.form.category.picto')}
                bare
                value={category.picto}
                onChange={picto => change({ category: { ...category, picto } })}
                picks={pictosOf(categories, language).map(({ picto, name }) => ({
                  value: picto,
                  label: name,
                  picto,
                  hue: category.hue,
                }))}
              />
            </Fold>
          </div>
        </div>
      )}
    </Setting>
  )
}
