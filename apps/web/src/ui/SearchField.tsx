import { useId, useRef, useState, type ComponentProps } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './SearchField.module.css'

export interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'autoFocus' | 'onBlur' | 'onKeyDown'> {
  label: string
  placeholder?: string
  value: string
  /** The most characters that are looked for. What is pasted beyond stays in the field, which says how much it is. */
  maxLength?: number
  onChange: (value: string) => void
}

export const SearchField = ({
  label,
  placeholder = label,
  value,
  maxLength = Infinity,
  onChange,
  ...native
}: SearchFieldProps) => {
  const { t } = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [whole, setWhole] = useState(value)
  // half of a pair is no character
  const cut = (text: string) => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
  const text = cut(whole) === value ? whole : value
  const over = text.length - maxLength
  const change = (text: string) => {
    setWhole(text)
    onChange(cut(text))
  }
  const clear = () => {
    change('')
    input.current?.focus()
  }
  return (
    <div className={css.search}>
      <label className={css.field}>
        <Icon name="search" size="s" />
        <input
          {...native}
          ref={input}
          type="search"
          enterKeyHint="search"
          aria-label={label}
          placeholder={placeholder}
          aria-describedby={over > 0 ? id : undefined}
          value={text}
          onChange={event => change(event.target.value)}
        />
      </label>
      {/* without a mouse press of its own, so that a field that closes when it is left stays */}
      {value && (
        <IconButton
          icon="x"
          label={t('common.field.clear')}
          onPointerDown={event => event.preventDefault()}
          onClick={clear}
        />
      )}
      {over > 0 && (
        <small id={id} className={css.long} role="status">
          {t('common.field.long', { count: over })}
        </small>
      )}
    </div>
  )
}
