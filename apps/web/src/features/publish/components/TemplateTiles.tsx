import type { Template } from '@parvis/contract/templates.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import typography from '#web/ui/typography.module.css'
import { NEW_CATEGORY } from '../template-draft.ts'
import { templateName, type TileGroup } from '../template-tiles.ts'
import css from './TemplateTiles.module.css'

export interface TemplateTilesProps {
  groups: readonly TileGroup[]
  /** Search results of other types, grouped by type. */
  otherResults?: readonly { name: string; templates: readonly Template[] }[]
  /** Returns the link of a tile. */
  targetOf: (template: Template) => Target
  /** Returns the link to create a template in a category; undefined for members who cannot create any. */
  newTemplateTarget?: (categoryId: string) => Target
  /** Renders the menu of a template, for actions other than publishing. */
  renderTemplateMenu?: (template: Template) => ReactNode
  /** Renders the menu of a category. */
  renderCategoryMenu?: (group: TileGroup) => ReactNode
}

/** Templates grouped by category, each as a tile with pictogram and name. */
export const TemplateTiles = ({
  groups,
  otherResults = [],
  targetOf,
  newTemplateTarget,
  renderTemplateMenu,
  renderCategoryMenu,
}: TemplateTilesProps) => {
  const { t, language } = useText()
  const tile = (template: Template) => (
    <li key={template._id} className={css.tile}>
      <Link className={css.link} {...targetOf(template)}>
        <Tile picto={template.picto} hue={template.hue} size="l" />
        <span dir="auto">{templateName(template, language)}</span>
      </Link>
      {renderTemplateMenu && <span className={css.menu}>{renderTemplateMenu(template)}</span>}
    </li>
  )
  return (
    <div>
      {groups.map(group => {
        const { category, templates } = group
        return (
          <Category
            key={category._id}
            name={textIn(language, category, 'name') ?? ''}
            menu={renderCategoryMenu?.(group)}
          >
            {templates.map(tile)}
            {newTemplateTarget && (
              <PlusTile
                target={newTemplateTarget(category._id)}
                name={t('templates.add')}
                label={t('templates.add.in', { category: textIn(language, category, 'name') ?? '' })}
              />
            )}
          </Category>
        )
      })}
      {otherResults.map(({ name, templates }) => (
        <Category key={name} name={name}>
          {templates.map(tile)}
        </Category>
      ))}
      {newTemplateTarget && (
        <Category name={t('templates.category.new')}>
          <PlusTile target={newTemplateTarget(NEW_CATEGORY)} name={t('templates.category.add')} />
        </Category>
      )}
    </div>
  )
}

const Category = ({ name, menu, children }: { name: string; menu?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={css.category} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={typography.sectionTitle} dir="auto">
          {name}
        </h2>
        {menu}
      </div>
      <ul className={css.tiles}>{children}</ul>
    </section>
  )
}

const PlusTile = ({ target, name, label }: { target: Target; name: string; label?: string }) => (
  <li className={css.tile}>
    <Link className={css.link} {...target} aria-label={label}>
      <span className={css.plus}>
        <Icon name="plus" size="l" />
      </span>
      <span>{name}</span>
    </Link>
  </li>
)

const SKELETON_COUNT = 9

export const TemplateTilesSkeleton = () => {
  const { t } = useText()
  return (
    <SlowLoading>
      <div className={css.category} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="title" width={40} />
        <div className={css.tiles}>
          {Array.from({ length: SKELETON_COUNT }, (_, index) => (
            <div key={index} className={css.tile}>
              <Skeleton shape="tile" />
              <Skeleton width={70} />
            </div>
          ))}
        </div>
      </div>
    </SlowLoading>
  )
}
