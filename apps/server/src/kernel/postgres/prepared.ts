import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

export type PreparedStatement<V, R> = (values: V) => CompiledQuery<R>

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Compiles a statement at its first use and only once, because compiling took a tenth of the time of a frequent list
 * query. It can be executed on every database.
 */
export const prepareStatement = <V extends object, R>(
  build: (value: (name: keyof V & string) => RawBuilder<unknown>) => RawBuilder<R>,
): PreparedStatement<V, R> => {
  const compile = () => {
    const { sql: text, parameters } = build(name => sql.val(name)).compile(compiler)
    const names = [...new Set(parameters as readonly (keyof V)[])]
    return { names, text: text.replace(/\$(\d+)/g, (_, at) => `$${names.indexOf(parameters[at - 1] as keyof V) + 1}`) }
  }
  let compiled: ReturnType<typeof compile> | undefined
  return values => {
    const { names, text } = (compiled ??= compile())
    return CompiledQuery.raw(
      text,
      names.map(name => values[name]),
    ) as CompiledQuery<R>
  }
}

/** PostgreSQL types of a batch's values. Arrays are sent as text, because their lengths differ. */
export type BatchTypes<V> = { [K in keyof V & string]: V[K] extends readonly string[] ? 'text' : string }

const toArrayLiteral = (value: unknown): unknown => (Array.isArray(value) ? `{${value.join(',')}}` : value)

/** Returns one row for each caller, in their order. `build` must cast array values, which are sent as text. */
export const prepareBatch = <V extends object, R>(
  types: BatchTypes<V>,
  build: (value: (name: keyof V & string) => RawBuilder<unknown>) => RawBuilder<R>,
): PreparedStatement<readonly V[], R> => {
  const used = new Set<keyof V & string>()
  const one = build(name => {
    used.add(name)
    return sql.ref(`asked.${name}`)
  })
  const names = [...used]
  const columns = sql.join([...names, 'place'].map(name => sql.ref(name)))
  const lists = sql.join(names.map(name => sql`${sql.val(name)}::${sql.raw(types[name])}[]`))
  const statement = prepareStatement<Record<string, unknown>, R>(
    () => sql<R>`select answer.* from unnest(${lists}) with ordinality as asked (${columns}), lateral (${one}) answer
      order by asked.place`,
  )
  return all =>
    statement(Object.fromEntries(names.map(name => [name, all.map(values => toArrayLiteral(values[name]))])))
}
