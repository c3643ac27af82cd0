import { scopes, scopeWords } from '@shared/scopes'
import { mostTokens } from '@shared/tokens'
import { escapeHtml, type HtmlPage, htmlPage, noticePage } from '../../../html/html-page'
import { isOnThisDevice } from './clients'
import { defaultScopes } from './metadata'
import type { Asked } from './oauth-provider'

const moreStyle = `
fieldset { margin: 16px 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 500; }
.choice { display: flex; gap: 12px; align-items: center; min-height: 44px; margin: 0; padding: 6px 0; font-size: 1rem; font-weight: 400; }
.choice input { flex: none; width: 20px; min-height: 20px; margin: 0; accent-color: var(--accent); }
form a { color: var(--accent); }
.name { overflow-wrap: anywhere; }
`

type Content = Asked & {
  user: { id: string; email: string | null }
  action: string
  otherAccount: string
  /** The form came back with nothing ticked. */
  isEmpty?: boolean
}

/** Asks whether a client may come in, and with what. Its name was chosen by a stranger: the host is what can be trusted. */
export function consentPage({
  name,
  redirectUri,
  scopes: asked,
  user,
  action,
  otherAccount,
  isEmpty,
}: Content): HtmlPage {
  const { host, protocol } = new URL(redirectUri)
  const where = isOnThisDevice(redirectUri) ? `a program on this device (${host})` : host
  const choices = scopes
    .filter((scope) => asked.includes(scope))
    .map(
      (scope) =>
        `<label class="choice"><input type="checkbox" name="scope" value="${scope}"${isEmpty || !defaultScopes.includes(scope) ? '' : ' checked'}>${scopeWords[scope]}</label>`,
    )
  const page = htmlPage({
    title: 'Let an assistant in? · Lisa',
    moreStyle,
    // Browsers hold every redirect that follows to this, and the client may lead on to another host of its own.
    formTo: protocol,
    body: `<h1>Let “<bdi class="name">${escapeHtml(name)}</bdi>” in?</h1>
<p>A program that calls itself by this name asks to use your Lisa. Your answer goes to <b class="name">${escapeHtml(where)}</b>. Only allow it if you have just asked for this there.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="user" value="${escapeHtml(user.id)}">
<fieldset${isEmpty ? ' aria-describedby="error"' : ''}>
<legend>It may</legend>
${choices.join('\n')}
${isEmpty ? '<span class="error" id="error">Choose what it may do, or cancel.</span>' : ''}
</fieldset>
<p class="muted">For a year, or until you withdraw it in Settings under API Access.</p>
<p class="muted">You are signed in as <b class="name">${escapeHtml(user.email ?? 'a person without an email address')}</b>. <a href="${escapeHtml(otherAccount)}">Use another account</a></p>
<button class="action" name="answer" value="allow">Allow</button>
<button class="action quiet" name="answer" value="cancel">Cancel</button>
</form>`,
  })
  // With no-referrer browsers send `Origin: null` along with the form, and it would be taken for that of another site.
  return { ...page, headers: { ...page.headers, 'Referrer-Policy': 'same-origin' } }
}

export const expiredConsentPage = noticePage({
  heading: 'This request has expired',
  text: 'It took too long, was already answered, or was started in another browser. Please go back to the assistant and start again.',
  action: 'Open Lisa',
  href: '/',
  back: false,
})

export const signInAgainPage = (loginUrl: string) =>
  noticePage({
    heading: 'Please sign in again',
    text: 'An assistant asks to use your Lisa. To let one in, you need to have signed in within the last 15 minutes.',
    action: 'Sign in again',
    href: loginUrl,
  })

export const tooManyNow = `You have let in ${mostTokens} programs and assistants already. Withdraw one of them in Settings under API Access, then start again at the assistant.`

export const tooManyTokensPage = (text: string) =>
  noticePage({ heading: 'There are too many tokens', text, action: 'Open Settings', href: '/settings' })
