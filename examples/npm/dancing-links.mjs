// Prints every cover of a problem in Knuth's format, as option numbers from 0, by the npm package dancing-links (MIT).
import { readFileSync } from 'node:fs'

const { DancingLinks } = await import('dancing-links').catch(() => {
  console.error('npm install --prefix examples/npm')
  process.exit(1)
})
const [items, ...options] = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => line.trim() && !line.startsWith('|'))
  .map((line) => line.trim().split(/\s+/))
// The package throws on problems without options.
if (options.length === 0) {
  if (items.length === 0 || items[0] === '|') console.log()
  process.exit(0)
}
const bar = items.indexOf('|')
const names = items.filter((name) => name !== '|')
const nPrimary = bar < 0 ? names.length : bar
const column = new Map(names.map((name, k) => [name, k]))
const solver = new DancingLinks().createSolver({ primaryColumns: nPrimary, secondaryColumns: names.length - nPrimary })
for (const option of options) {
  const columns = option.map((name) => column.get(name))
  const secondary = columns.filter((k) => k >= nPrimary).map((k) => k - nPrimary)
  solver.addSparseConstraint(null, { primary: columns.filter((k) => k < nPrimary), secondary })
}
let lines = []
for (const cover of solver.createGenerator()) {
  lines.push(cover.map((option) => option.index).join(' '))
  if (lines.length >= 1000 || lines.length === 1) {
    process.stdout.write(lines.join('\n') + '\n')
    lines = []
  }
}
process.stdout.write(lines.map((line) => line + '\n').join(''))
