import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chips.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { PictoButtons } from '#web/ui/PictoRadioGroup.tsx'
import { TemplateTilesSkeleton } from './components/TemplateTiles.tsx'
import { categoriesQuery } from './templates.queries.ts'
import css from './CategoryFilter.module.css'

export interface CategoryFilterProps {
  communityId: string
  /** Id of the chosen category; null while the feed is not filtered by category. */
  chosenId: string | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChoose: (id: string | null) => void
}

/** Chip with the chosen category, and the dialog to choose one. */
export const CategoryFilter = ({ communityId, chosenId, isOpen, onOpenChange, onChoose }: CategoryFilterProps) => {
  const { t, language } = useText()
  const query = useQuery(categoriesQuery(communityId))
  const category = query.data?.find(({ _id }) => _id === chosenId)
  const choose = (id: string | null) => {
    onOpenChange(false)
    onChoose(id)
  }
  return (
    <>
      {chosenId && (
        <Chip selected picto={category?.picto} onClick={() => onChoose(null)}>
          {(category && textIn(language, category, 'name')) ?? t('templates.filter.other')}
        </Chip>
      )}
      <Chip selected={false} expanded={isOpen} icon="sliders-horizontal" onClick={() => onOpenChange(true)}>
        {t('templates.filter')}
      </Chip>
      {isOpen && (
        <Dialog title={t('templates.filter.title')} onClose={() => onOpenChange(false)}>
          <div className={css.body}>
            {viewStateOf(query) === 'waiting' && <TemplateTilesSkeleton />}
            {viewStateOf(query) === 'failed' && <LoadError query={query} title={t('templates.failed.title')} />}
            {query.data && (
              <PictoButtons
                label={t('templates.filter.title')}
                value={chosenId}
                onChange={choose}
                options={query.data.map(one => ({
                  value: one._id,
                  label: textIn(language, one, 'name') ?? '',
                  picto: one.picto,
                  hue: one.bgColor,
                }))}
              />
            )}
            {chosenId && <Button onClick={() => choose(null)}>{t('templates.filter.none')}</Button>}
          </div>
        </Dialog>
      )}
    </>
  )
}
