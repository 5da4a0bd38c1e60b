/** The receiver of the alternating-bit protocol. */
public class AltBit {
    private byte expect;
    private boolean empty = true;
    private byte buffer;

    public void msg(byte seq, byte content) {
        if (!empty || (seq & 1) != (expect & 1)) {
            throw new IllegalStateException("not the message that is waited for");
        }
        expect++;
        empty = false;
        buffer = content;
    }

    public void recvAck(byte value) {
        if (empty || value != (expect - 1 & 1)) {
            throw new IllegalStateException("not the acknowledgement that is waited for");
        }
        empty = true;
    }
}
