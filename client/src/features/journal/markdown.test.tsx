import { render } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { inlineMarkdown, Markdown } from './markdown'

function shown(text: string) {
  const { container } = render(<Markdown text={text} level={3} />)
  for (const element of container.querySelectorAll('*'))
    for (const name of ['dir', 'class', 'style', 'target', 'rel']) element.removeAttribute(name)
  return container.innerHTML
}

describe('Markdown is shown as what it means', () => {
  test.each([
    ['*bright* and _calm_', '<p><em>bright</em> and <em>calm</em></p>'],
    [
      '**bold**, __bold__ and ***both***',
      '<p><strong>bold</strong>, <strong>bold</strong> and <strong><em>both</em></strong></p>',
    ],
    ['a **b *c* d** e', '<p>a <strong>b <em>c</em> d</strong> e</p>'],
    ['**b *c***', '<p><strong>b <em>c</em></strong></p>'],
    ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
    ['Bought:\n* milk\n* *eggs*', '<p>Bought:</p><ul><li>milk</li><li><em>eggs</em></li></ul>'],
    ['3. three\n4) four', '<ol><li value="3">three</li><li value="4">four</li></ol>'],
    ['# Morning\n## Noon\nRain', '<h3>Morning</h3><h3>Noon</h3><p>Rain</p>'],
    ['> one\n> two\n\nthree', '<blockquote><p>one\ntwo</p></blockquote><p>three</p>'],
    ['one\n\n---\ntwo\n\n* * *', '<p>one</p><hr><p>two</p><hr>'],
    ['- [x] done\n- [ ] to *do*', '<ul><li>☑ done</li><li>☐ to <em>do</em></li></ul>'],
    ['~~no~~ yes', '<p><del>no</del> yes</p>'],
    ['`*x*` and *y*', '<p><code>*x*</code> and <em>y</em></p>'],
    ['one\n```\n# *x*\n\n  y\n```\ntwo', '<p>one</p><pre># *x*\n\n  y</pre><p>two</p>'],
    ['```js\nx\n```', '<pre>js\nx</pre>'],
    [
      '```My best day ever\nso far```\nthen\n```\nAnd\n```Second thought\nends```',
      '<pre>My best day ever\nso far```\nthen</pre><p>And\n```Second thought\nends```</p>',
    ],
    [String.raw`def \_\_init\_\_, \*\_x\_\* (\_p\_)`, '<p>def __init__, *_x_* (_p_)</p>'],
    [
      '[Lisa](https://lisa.test/a_(b)?c=d "A title")',
      '<p><a href="https://lisa.test/a_(b)?c=d">Lisa</a></p>',
    ],
    [
      'See https://lisa.test/a_b_c.',
      '<p>See <a href="https://lisa.test/a_b_c">https://lisa.test/a_b_c</a>.</p>',
    ],
    ['![A photo](http://lisa.test/1.jpg)', '<p><a href="http://lisa.test/1.jpg">A photo</a></p>'],
  ])('%j', (text, html) => expect(shown(text)).toBe(html))
})

describe('all else is shown as it was typed', () => {
  test.each([
    'One line\nand the next',
    '2 * 3 * 4 = 24, and 5*3*2 = 30',
    'my_file_name and **half',
    'unbalanced *stars** and _lines__',
    '#tag, 1.5 km, -5 degrees',
    '[no link](photos/1.jpg) [1] ![]',
    '*',
    '** **',
    '¯\\_(ツ)_/¯ and C:\\_old',
    'about ~5 km, `half',
    'I`ll go and you`ll stay',
    '```\nno end',
  ])('%j', (text) => expect(render(<Markdown text={text} level={3} />).container.textContent).toBe(text))

  test('with no more than a paragraph', () =>
    expect(shown('One line\n  and the next *')).toBe('<p>One line\n  and the next *</p>'))

  test('also what a backslash says is none', () =>
    expect(shown('\\*stars\\* and \\# at C:\\temp')).toBe('<p>*stars* and # at C:\\temp</p>'))
})

describe('hostile text', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JavaScript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x]( javascript:alert(1) "a.test")',
    '[x](java\nscript:alert(1))',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    'javascript:alert(1)//https',
  ])('%j becomes neither a link nor an element', (text) => {
    const { container } = render(<Markdown text={text} level={3} />)
    expect(container.querySelectorAll('*:not(p)')).toHaveLength(0)
    expect(container.textContent).toBe(text)
  })

  test.each(['https://a.test/"onmouseover="alert(1)', '[x](https://a.test/"onclick="alert(1)"x)'])(
    '%j has no attribute but that of a link',
    (text) => {
      const [link] = render(<Markdown text={text} level={3} />).container.querySelectorAll('a')
      expect(link?.getAttributeNames().sort()).toEqual(['class', 'href', 'rel', 'target'])
      expect(link?.protocol).toBe('https:')
      expect(link?.rel).toBe('noopener noreferrer')
    },
  )

  const length = 100_000
  const repeated = [
    '*',
    '*a ',
    '*a* ',
    '_a **b ',
    '***a',
    '[',
    '[a](',
    '[a](http://',
    '[a](http://x "',
    '![',
    'http://',
    'http://a(',
    '\\',
    '> ',
    '- ',
    '# ',
    ' ',
    '\n',
    '1. ',
    '!',
    '"*_~',
    '**a_b*',
    '(',
    'https://a.test/!',
    'xhttp://a',
    '7https://',
    '\t\n',
    '`',
    '`a\n',
    '~~a ',
    '```\n',
    '* ',
    '- [x] ',
  ]

  test.each(['xhttp://a', '7https://', 'xhttp://a(b)'])('is matched once: %s', (part) => {
    const exec = vi.spyOn(RegExp.prototype, 'exec')
    const text = part.repeat(200)
    expect(inlineMarkdown(text)).toEqual([text])
    const matched = exec.mock.results.map(({ value }) => String(value?.[0] ?? '').length)
    exec.mockRestore()
    expect(matched.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * text.length)
  })

  test('takes time in proportion to its length', () => {
    const slow: string[] = []
    for (const part of repeated) {
      // Beginning with what stays open.
      const text = `*a [b](http://c ${part.repeat(length / part.length)}`
      const start = performance.now()
      expect(inlineMarkdown(text).length).toBeGreaterThan(0)
      expect(Markdown({ text, level: 3 }).length).toBeGreaterThan(0)
      // Ten times as long as on a busy machine; backtracking takes minutes.
      if (performance.now() - start > 5_000) slow.push(part)
    }
    expect(slow).toEqual([])
  })
})
