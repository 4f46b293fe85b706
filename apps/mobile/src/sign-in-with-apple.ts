export const APPLE_PLUGIN = 'SignInWithApplePlugin.swift'

/** The native plugin that shows the system’s Sign in with Apple sheet. */
export const applePlugin = `import AuthenticationServices
import Capacitor

@objc(SignInWithApplePlugin)
public class SignInWithApplePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "SignInWithApplePlugin"
    public let jsName = "SignInWithApple"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "authorize", returnType: CAPPluginReturnPromise)
    ]
    private var asked: CAPPluginCall?

    @objc func authorize(_ call: CAPPluginCall) {
        guard let nonce = call.getString("nonce") else { return call.reject("no nonce") }
        DispatchQueue.main.async {
            guard self.asked == nil else { return call.reject("asked already") }
            self.asked = call
            let request = ASAuthorizationAppleIDProvider().createRequest()
            request.requestedScopes = [.fullName, .email]
            request.nonce = nonce
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }

    private func answer(_ tell: (CAPPluginCall) -> Void) {
        if let call = asked { tell(call) }
        asked = nil
    }
}

extension SignInWithApplePlugin: ASAuthorizationControllerDelegate {
    public func authorizationController(controller: ASAuthorizationController,
                                        didCompleteWithAuthorization authorization: ASAuthorization) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential,
              let data = credential.identityToken,
              let token = String(data: data, encoding: .utf8) else {
            return answer { $0.reject("no token") }
        }
        var told: [String: String] = ["identityToken": token, "bundleId": Bundle.main.bundleIdentifier ?? ""]
        told["givenName"] = credential.fullName?.givenName
        told["familyName"] = credential.fullName?.familyName
        answer { $0.resolve(told) }
    }

    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        let code = (error as? ASAuthorizationError)?.code
        answer { $0.reject(error.localizedDescription, code == .canceled ? "cancelled" : "failed") }
    }
}

extension SignInWithApplePlugin: ASAuthorizationControllerPresentationContextProviding {
    public func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        return bridge?.viewController?.view.window ?? ASPresentationAnchor()
    }
}
`
