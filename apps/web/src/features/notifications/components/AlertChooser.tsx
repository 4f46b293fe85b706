import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { alertCategoriesOf } from '../alert-choices.ts'
import { alertChoicesQuery } from '../notifications.queries.ts'
import { AlertToggle } from './AlertToggle.tsx'
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx'
import css from './AlertChooser.module.css'

/** All templates by category, searchable by name, each with a bell button that chooses the template. */
export const AlertChooser = ({ onClose }: { onClose: () => void }) => {
  const { t, language } = useText()
  const [words, setWords] = useState('')
  const query = useQuery(alertChoicesQuery())
  const state = viewStateOf(query)
  const found = alertCategoriesOf(query.data ?? [], language, words)
  return (
    <Dialog title={t('notifications.alerts.choose')} onClose={onClose}>
      <SearchField label={t('notifications.alerts.search')} value={words} maxLength={60} onChange={setWords} />
      {state === 'waiting' && <NotificationsSkeleton />}
      {state === 'failed' && <LoadError query={query} title={t('notifications.alerts.choices.failed')} />}
      {query.data && found.length === 0 && (
        <p className={css.none} role="status">
          {t('notifications.alerts.found.none', { words })}
        </p>
      )}
      {found.map(category => (
        <section key={category.id} className={css.category}>
          <header className={css.line}>
            <Tile picto={category.picto} hue={category.hue} size="s" />
            <span>
              <h3>{category.name}</h3>
              <small>
                {category.templates.length > 0
                  ? t('notifications.alerts.category', { count: category.templates.length })
                  : t('notifications.alerts.category.team')}
              </small>
            </span>
            <AlertToggle categoryId={category.id} name={category.name} />
          </header>
          <ul>
            {category.templates.map(template => (
              <li key={template.id} className={css.line}>
                <Tile picto={template.picto} hue={template.hue} size="s" />
                <span>{template.name}</span>
                <AlertToggle templateId={template.id} categoryId={category.id} name={template.name} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
