// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
@testable import Trust

/// The example in the description of the protocol, computed by a separate program from the description alone.
@Suite("Test vectors of pairing")
struct PairingVectorTests {
    static let joinerCertificate = """
        MIIBDzCBt6ADAgECAgEBMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBnZlY3RvcjAgFw03MDAxMDEwMDAwMDBaGA85OTk5MTIz\
        MTIzNTk1OVowETEPMA0GA1UEAwwGdmVjdG9yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncD\
        fYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9TAKBggqhkjOPQQDAgNHADBEAiBtcQXmyqbn\
        YGaSJGAJcTzpf7I2ducfzbvMIelSF12B/AIgEVeIekpMyAMwrfCTyTyK6X/If2T8nAZUgyMhT8D2TRM=
        """
    static let ownerCertificate = """
        MIIBDzCBt6ADAgECAgEBMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBnZlY3RvcjAgFw03MDAxMDEwMDAwMDBaGA85OTk5MTIz\
        MTIzNTk1OVowETEPMA0GA1UEAwwGdmVjdG9yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfPJ7GI0DT36KUjgDBLUaw8CJ\
        aeJ38hs1pgtI/EdmmXgHd1UQ247QQCk9msafdDDbun2t5jzpgimeBLedInhz0TAKBggqhkjOPQQDAgNHADBEAiA6HIa82TvX\
        hEsjeiCksWHFXy7k4BkGwF6wmeOg1dIUrwIgM5z5+hvHHNnw773GQwlykVGvyWl2DFLiP1nWQVLGIJA=
        """

    static func party(_ certificate: String, _ name: String, _ role: PeerRole) throws -> PairingParty {
        let der = try #require(Data(base64Encoded: certificate))
        return PairingParty(certificate: try PinnedCertificate(der: Array(der)), name: try PeerName(name), role: role)
    }

    static func base64(_ bytes: Bytes32) -> String {
        Data(bytes.bytes).base64EncodedString()
    }

    @Test("Codes, commitments, confirmations and words are those of the description")
    func example() throws {
        let joiner = try Self.party(Self.joinerCertificate, "Büro", .recorder)
        let owner = try Self.party(Self.ownerCertificate, "front door", .camera)
        #expect(joiner.id.text == "ltjff6ym5cjsinx27dgncbajqg4j5zfnnop6tyvcw7trvlfsptjq")
        #expect(owner.id.text == "3qgomm63zsit3l5pus4jvrcnrttih7p4h5qmrppscij3t4vvgs5a")

        let code = try PairingCode("AAAQEAYEAUDAOCAJ")
        #expect(code.secret.reveal() == Array(0...9))
        #expect(code.windowTag == "ioxy5p3m")

        let (joinerNonce, ownerNonce) = (try #require(Bytes32(0...31)), try #require(Bytes32(32...63)))
        let session = Base32.encode(64...78)
        #expect(session == "ibaueq2eivdeoscjjjfuytko")
        let commitment = PairingTranscript.commitment(to: joinerNonce)
        #expect(Self.base64(commitment) == "eSTOQbV/2bNNQaf8ylOIBTqaC5wHE88i11OI0oA4fVs=")

        let transcript = PairingTranscript(
            joiner: joiner, owner: owner, joinerNonce: joinerNonce, ownerNonce: ownerNonce, session: session,
            wants: [.view, .record, .send], gives: [.view, .send])
        #expect(Self.base64(transcript.digest) == "J909xBq/Msr4l+vD1dYYx88Zzhi8A3kheyBe5qX+G50=")
        let keys = PairingKeys(code: code, transcript: transcript)
        #expect(Self.base64(keys.mac(of: .joiner)) == "zNupPTIc+531IMh3AsYSCcBEfps0TSmIhNH9yvFfvxo=")
        #expect(Self.base64(keys.mac(of: .owner)) == "w/VtaIb261ZREMer1F3oJsKR44NEY4s9UFZb+Z4anX0=")
        #expect(keys.words.joined(separator: " ") == "cello piano koala olive")
    }
}
