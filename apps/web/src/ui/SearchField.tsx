import { useId, useRef, useState, type ComponentProps } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './SearchField.module.css'

export interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'autoFocus' | 'onBlur' | 'onKeyDown'> {
  label: string
  placeholder?: string
  value: string
  /** The maximum length of the search. A longer input is not cut: the field shows the excess. */
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
  const [rawText, setRawText] = useState(value)
  // Truncates without splitting a surrogate pair.
  const truncate = (text: string) => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
  const text = truncate(rawText) === value ? rawText : value
  const excess = text.length - maxLength
  const change = (text: string) => {
    setRawText(text)
    onChange(truncate(text))
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
          aria-describedby={excess > 0 ? id : undefined}
          value={text}
          onChange={event => change(event.target.value)}
        />
      </label>
      {/* Must not receive focus on pointer down: a field that closes on blur would disappear together with this button. */}
      {value && (
        <IconButton
          icon="x"
          label={t('common.field.clear')}
          onPointerDown={event => event.preventDefault()}
          onClick={clear}
        />
      )}
      {excess > 0 && (
        <small id={id} className={css.long} role="status">
          {t('common.field.long', { count: excess })}
        </small>
      )}
    </div>
  )
}
